import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { ScalarTag } from 'yaml';
import { DEFAULT_DOCUMENT, DISK, isObject, KeptReadings, Positions, pointerTo, readYaml } from '.';
import { writeFiles } from './written-files';

class Shout {
  constructor(readonly text: string) {}
}
const SHOUT: ScalarTag = {
  tag: '!shout',
  resolve: (text) => new Shout(text.toUpperCase()),
  identify: (value) => value instanceof Shout,
  stringify: ({ value }) => (value as Shout).text,
};

function keptFile(): string {
  return join(mkdtempSync(join(tmpdir(), 'docent-kept-')), 'readings');
}

/** What reading a file gives: the value, and the place of each part of it. */
function readWith(file: string, readings?: KeptReadings): { value: unknown; places: string[] } {
  const files = { ...DISK, ...(readings && { readings }) };
  const { value, positions } = readYaml(file, new Positions(), { customTags: [SHOUT], files });
  const pointers = (part: unknown, at: string): string[] => [
    at,
    ...(isObject(part) || Array.isArray(part)
      ? Object.entries(part).flatMap(([member, child]) => pointers(child, pointerTo(at, member)))
      : []),
  ];
  if (typeof value !== 'object' || value === null) return { value, places: [] };
  return { value, places: pointers(value, '').map((pointer) => positions.placeOf(value, pointer)) };
}

/** Reads a file as a first start does, which keeps what it says. */
function readFirst(file: string, kept: string): void {
  const readings = new KeptReadings(kept);
  readWith(file, readings);
  readings.keep();
}

function fileOf(text: string): string {
  return join(writeFiles({ 'some.yaml': text }), 'some.yaml');
}

/** Whether a start after the first parses a file. */
function isParsedAgain(file: string, kept: string): boolean {
  let times = 0;
  const text = { text: readFileSync(file, 'utf8'), file, positions: new Positions(), tags: [SHOUT] };
  new KeptReadings(kept).of(text, () => {
    times += 1;
  });
  return times > 0;
}

const TEXTS: [what: string, text: string][] = [
  ['lists in mappings in lists', 'a:\n  - b: 1\n    c: [x, y]\n  -\n    - d\n'],
  ['members that look like numbers', '10: ten\n9: nine\nb: 1\n"0": zero\n'],
  ['a member called __proto__', '__proto__:\n  __proto__: 1\n  x: 2\n'],
  ['a value of a tag', 'a: !shout yes\nb:\n  - !shout no\n  - plain\n'],
  ['a mere text', 'just a text'],
  ['nothing', ''],
  ['JSON', '{"a": [1.5, -3, null, true, "x"],\n"b": {}}'],
  ['a reserved name', '"\\0tag": [a, b]\n'],
  ['an alias', 'a: &x\n  b: 1\nc: *x\n'],
  ['a merge', 'a: &x\n  b: 1\nc:\n  <<: *x\n  d: 2\n'],
  ['numbers that JSON does not have', 'a: .inf\nb: .nan\nc: -0\n'],
];

test.each(TEXTS)('What was kept of %s is what parsing it again says, with the same places', (_what, text) => {
  const [file, kept] = [fileOf(text), keptFile()];
  readFirst(file, kept);
  expect(readWith(file, new KeptReadings(kept))).toEqual(readWith(file));
});

test.each([
  [true, 'an alias'],
  [true, 'numbers that JSON does not have'],
  [true, 'a reserved name'],
  [true, 'JSON'],
  [false, 'a merge'],
  [false, 'a value of a tag'],
])('It is %s that %s is parsed again', (again, name) => {
  const [file, kept] = [fileOf(TEXTS.find(([what]) => what === name)?.[1] ?? ''), keptFile()];
  readFirst(file, kept);
  expect(isParsedAgain(file, kept)).toBe(again);
});

test('What was kept of the document is what parsing it again says', () => {
  const kept = keptFile();
  readFirst(DEFAULT_DOCUMENT, kept);
  const { value, places } = readWith(DEFAULT_DOCUMENT, new KeptReadings(kept));
  expect(isParsedAgain(DEFAULT_DOCUMENT, kept)).toBe(false);
  expect({ value, places }).toEqual(readWith(DEFAULT_DOCUMENT));
  expect(new Set(places).size).toBeGreaterThan(10);
});

test('What a start has changed of what it read, it does not keep', () => {
  const [file, kept] = [fileOf('a: !shout yes\nb:\n  c: 1\n'), keptFile()];
  readFirst(file, kept);
  const readings = new KeptReadings(kept);
  const { value } = readWith(file, readings) as { value: { b: object } };
  value.b = { changed: true };
  readWith(fileOf('new: 1\n'), readings);
  readings.keep();
  expect(readWith(file, new KeptReadings(kept))).toEqual(readWith(file));
});

test('The same text in another file has that file in its places', () => {
  const kept = keptFile();
  readFirst(fileOf('a: 1\n'), kept);
  const other = fileOf('a: 1\n');
  expect(readWith(other, new KeptReadings(kept)).places).toEqual([`${other}:1`, `${other}:1`]);
});

test('A text that has changed is parsed, and so is one for which there are other tags', () => {
  const [file, kept] = [fileOf('a: 1\n'), keptFile()];
  readFirst(file, kept);
  const readings = new KeptReadings(kept);
  const read = (text: string, tags: ScalarTag[]) =>
    readings.of({ text, file, positions: new Positions(), tags }, () => 'parsed');
  expect(read('a: 1\n', [SHOUT])).toEqual({ a: 1 });
  expect(read('a: 2\n', [SHOUT])).toBe('parsed');
  expect(read('a: 1\n', [])).toBe('parsed');
});

test('What a start has not asked for is not kept any longer, once something else is', () => {
  const kept = keptFile();
  const [first, second] = [fileOf('a: 1\n'), fileOf('a: 2\n')];
  readFirst(first, kept);
  readFirst(second, kept);
  expect([isParsedAgain(first, kept), isParsedAgain(second, kept)]).toEqual([true, false]);
});

test('Where all of it was kept already, nothing is written', () => {
  const [file, kept] = [fileOf('a: 1\n'), keptFile()];
  readFirst(file, kept);
  const text = readFileSync(kept, 'utf8');
  writeFileSync(kept, `${text}\n`);
  readFirst(file, kept);
  expect(readFileSync(kept, 'utf8')).toBe(`${text}\n`);
});

test.each([
  ['no JSON', () => '{'],
  ['another version’s', (text: string) => text.replace(/"version":"[^"]*"/, '"version":"0.0.0"')],
  ['of another shape', (text: string) => text.replace('lines', 'places')],
  ['without its values', (text: string) => text.replace('!shout', '!cry')],
])('A file of readings that is %s changes nothing', (_what, spoil) => {
  const [file, kept] = [fileOf('a: !shout yes\n'), keptFile()];
  readFirst(file, kept);
  writeFileSync(kept, spoil(readFileSync(kept, 'utf8')));
  expect(isParsedAgain(file, kept)).toBe(true);
  expect(readWith(file, new KeptReadings(kept))).toEqual(readWith(file));
});

test('Where nothing can be kept, every start parses', () => {
  const [file, kept] = [fileOf('a: 1\n'), keptFile()];
  mkdirSync(kept);
  readFirst(file, kept);
  expect(isParsedAgain(file, kept)).toBe(true);
  expect(readdirSync(join(kept, '..'))).toEqual(['readings']);
});

test('Where not even a draft of it can be removed, every start parses', () => {
  const [file, kept] = [fileOf('a: 1\n'), keptFile()];
  mkdirSync(`${kept}.${process.pid}`, { recursive: true });
  readFirst(file, kept);
  expect(isParsedAgain(file, kept)).toBe(true);
});
