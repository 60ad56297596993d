import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type ConfigurationError, Positions, pointerTo, readYaml } from '.';
import { parseJson } from './json-source';
import { writeFiles } from './written-files';

/** The line of each part of a value by its pointer. */
function linesOf(value: unknown, positions: Positions): [pointer: string, line: number][] {
  const pointers = (part: unknown, at: string): string[] =>
    typeof part !== 'object' || part === null
      ? [at]
      : [at, ...Object.entries(part).flatMap(([member, child]) => pointers(child, pointerTo(at, member)))];
  return pointers(value, '').map((pointer) => [
    pointer,
    Number(/\d+$/.exec(positions.placeOf(value as object, pointer))),
  ]);
}

const CONTAINERS = fc.oneof(
  fc.array(fc.jsonValue({ maxDepth: 4 }), { minLength: 1 }),
  fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }), { minKeys: 1 }),
);

test('JSON says what it says as YAML, in the same lines', () => {
  fc.assert(
    fc.property(CONTAINERS, fc.constantFrom(undefined, 1, '\t'), (written, indent) => {
      fc.pre(!JSON.stringify(written).includes('"<<"')); // which YAML merges
      const text = JSON.stringify(written, undefined, indent);
      const [positions, others] = [new Positions(), new Positions()];
      const json = parseJson(text, 'some.json', positions);
      const file = join(writeFiles({ 'some.yaml': `# no JSON\n${text}` }), 'some.yaml');
      const { value } = readYaml(file, others);
      expect(json?.value).toEqual(value);
      const below = linesOf(value, others).map(([pointer, line]) => [pointer, line - 1]);
      expect(linesOf(json?.value, positions)).toEqual(below);
    }),
    { numRuns: 150, seed: 7 },
  );
});

test.each(['', 'a: 1', '"text"', '1', '[a, b]', '{"a": 1,}', '{"a": 1} # a comment', '{} {}'])(
  '%j is left to YAML',
  (text) => {
    expect(parseJson(text, 'some.json', new Positions())).toBeUndefined();
  },
);

test('What is nested too deep for the stack is left to YAML, which tells so', () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  expect(parseJson(deep, 'some.json', new Positions())).toBeUndefined();
});

test('A key that stands twice in one object is told with its line, wherever it stands', () => {
  const text = '{\n"a": {"x": 1,\n"x": {"y": [1],\n"y": 2}}, "b": [{"x": 1}, {"x": 1}],\n"a": []}';
  let faults: unknown;
  try {
    parseJson(text, 'some.json', new Positions());
  } catch (error) {
    faults = (error as ConfigurationError).faults.map(({ place, message }) => `${place}  ${message}`);
  }
  expect(faults).toEqual([
    'some.json:3  The key "x" stands twice in one object.',
    'some.json:4  The key "y" stands twice in one object.',
    'some.json:5  The key "a" stands twice in one object.',
  ]);
});
