import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Source, sourcesIn } from './sources';

/** The parts, each behind its index, and which of the others each may import. */
const DIRECTIONS: Record<string, readonly string[]> = {
  spec: [],
  mock: ['spec'],
  'contract-tests': ['spec', 'mock'],
  bin: ['spec', 'mock', 'contract-tests'],
  bench: ['spec', 'mock', 'contract-tests'],
  examples: ['mock', 'contract-tests'],
};

/** Folders within contract-tests, and which of the others each may import; the files beside them are free to both. */
const FOLDERS: Record<string, readonly string[]> = {
  target: [],
  values: [],
  requests: ['target', 'values'],
  rules: ['requests', 'target', 'values'],
  safety: ['requests', 'target', 'values'],
  reports: ['target'],
  jest: [],
  proxy: ['target'],
};

/** The one file of contract-tests that opens the mock. */
const IN_PROCESS = 'contract-tests/target/in-process.ts';

/** The command line loads each part's commands only when they are called, past the index. */
const COMMANDS = /^(spec|mock|contract-tests)\/([a-z]+-)?cli$/;

/** What only the museum has; no code may name it. */
const MUSEUM_WORD =
  /museum|special-?event|start-?date|event-?id|time-?(open|close)|event-?description|opening-?hour|\bprices?\b|\bEventDates\b/i;

/** Where the museum may be named: its own data, servers that imitate it, and the default document's path. */
const MUSEUM_PLACES =
  /\.test\.ts$|^contract-tests\/sabotage\/|^fixtures\/|^examples\/|^bench\/|^spec\/package-folder\.ts$/;

/** All sources but this one, whose samples are breaches. */
const SOURCES = sourcesIn('.').filter(({ file }) => file !== 'spec/architecture.test.ts');

/** What a source imports of the project, as paths from its root without an extension. */
function importsOf({ file, text }: Source): string[] {
  const specifiers = text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(['"`])(\.[^'"`\n]*)\1/g);
  return [...specifiers].map(([, , specifier = '']) => {
    const target = relative('.', join(dirname(file), specifier)).replace(/\.(js|ts)$/, '');
    return target in DIRECTIONS ? `${target}/index` : target;
  });
}

const partOf = (file: string) => file.split('/')[0] ?? '';

function importFaults(source: Source): string[] {
  const { file } = source;
  const [part, isTest] = [partOf(file), file.endsWith('.test.ts')];
  return importsOf(source).flatMap((target): string[] => {
    const other = partOf(target);
    if (other === part || !(other in DIRECTIONS)) return [];
    const isAllowed = DIRECTIONS[part]?.includes(other) ?? isTest;
    if (!isAllowed) return [`${file} imports ${other}/, which ${part}/ may not`];
    if (part === 'contract-tests' && other === 'mock' && file !== IN_PROCESS && !isTest)
      return [`${file} opens the mock, which only ${IN_PROCESS} may`];
    const isDoor = target === `${other}/index` || (part === 'bin' && COMMANDS.test(target));
    return isDoor || isTest ? [] : [`${file} imports ${target} past ${other}/index`];
  });
}

function folderFaults(source: Source): string[] {
  const { file } = source;
  const [part, folder = ''] = file.split('/');
  const allowed = FOLDERS[folder];
  if (part !== 'contract-tests' || allowed === undefined || file.endsWith('.test.ts')) return [];
  return importsOf(source).flatMap((target) => {
    const [other, inner = '', ...rest] = target.split('/');
    const isFolder = other === part && rest.length > 0 && inner !== folder;
    return isFolder && !allowed.includes(inner) ? [`${file} imports ${inner}/, which ${folder}/ may not`] : [];
  });
}

/** Whether a source consists of exports of what other files define. */
function merelyReExports({ file, text }: Source): boolean {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').trim();
  return (
    !/\/index\.ts$/.test(file) &&
    code !== '' &&
    code.replace(/export\s+(type\s+)?(\*|\{[^}]*\})[^;]*;/g, '').trim() === ''
  );
}

function museumWords({ file, text }: Source): string[] {
  if (MUSEUM_PLACES.test(file)) return [];
  return text.split('\n').flatMap((line, index) => {
    const [word] = MUSEUM_WORD.exec(line) ?? [];
    return word === undefined ? [] : [`${file}:${index + 1} says "${word}"`];
  });
}

describe('the sources', () => {
  test('are found', () => {
    expect(SOURCES.map(({ file }) => file)).toEqual(
      expect.arrayContaining(['spec/index.ts', 'mock/index.ts', 'bin/docent.ts']),
    );
  });

  test('import in the directions of the design, and each part through its index', () => {
    expect(SOURCES.flatMap(importFaults)).toEqual([]);
  });

  test('of the suite import in the directions of its folders', () => {
    expect(SOURCES.flatMap(folderFaults)).toEqual([]);
  });

  test('have no file that merely re-exports, save the index of a part', () => {
    expect(SOURCES.filter(merelyReExports).map(({ file }) => file)).toEqual([]);
  });

  test('name nothing of the museum outside its own data', () => {
    expect(SOURCES.flatMap(museumWords)).toEqual([]);
  });
});

describe('a breach would be seen:', () => {
  test.each([
    [
      'the reader opens the mock',
      'spec/a.ts',
      "import { createMock } from '../mock';",
      'spec/a.ts imports mock/, which spec/ may not',
    ],
    [
      'the mock opens the suite',
      'mock/deep/a.ts',
      "const b = require('../../contract-tests/rule')",
      'mock/deep/a.ts imports contract-tests/, which mock/ may not',
    ],
    [
      'a test of the mock opens the suite',
      'mock/a.test.ts',
      "import '../contract-tests';",
      'mock/a.test.ts imports contract-tests/, which mock/ may not',
    ],
    [
      'a rule opens the mock',
      'contract-tests/rules/a.ts',
      "const b = await import('../../mock/index.js');",
      `contract-tests/rules/a.ts opens the mock, which only ${IN_PROCESS} may`,
    ],
    [
      'the mock goes past the door',
      'mock/a.ts',
      "import {\n  isObject,\n} from '../spec/json';",
      'mock/a.ts imports spec/json past spec/index',
    ],
    [
      'a re-export goes past the door',
      'mock/a.ts',
      'export * from "../spec/json.js";',
      'mock/a.ts imports spec/json past spec/index',
    ],
  ])('%s', (_name, file, text, fault) => {
    expect(importFaults({ file, text })).toEqual([fault]);
  });

  test.each([
    ['a target knows what checks do', '../requests/lists', 'requests/'],
    ['a target knows the servers of the sabotage', '../sabotage/ways', 'sabotage/'],
  ])('%s', (_name, specifier, folder) => {
    const file = 'contract-tests/target/a.ts';
    const faults = [`${file} imports ${folder}, which target/ may not`];
    expect(folderFaults({ file, text: `import type { B } from '${specifier}';` })).toEqual(faults);
    expect(folderFaults({ file, text: "import { B } from '../findings';\nimport { C } from './methods';" })).toEqual(
      [],
    );
  });

  test.each([
    [
      'in the directions of the design',
      'mock/a.ts',
      "import { a } from '../spec';\nimport b from './b';\nimport c from 'yaml';",
    ],
    ['of the suite that runs in process', IN_PROCESS, "import { createMock } from '../../mock';"],
    ['of a command', 'bin/docent.ts', "import('../mock/cli.js')"],
  ])('but not an import %s', (_name, file, text) => {
    expect(importFaults({ file, text })).toEqual([]);
  });

  test.each([
    [
      'a file that re-exports',
      { file: 'mock/a.ts', text: "/** Doors. */\nexport { b } from './b';\nexport * from './c';\n" },
      true,
    ],
    ['an index', { file: 'mock/index.ts', text: "export { b } from './b';" }, false],
    [
      'a file with something of its own',
      { file: 'mock/a.ts', text: "export { b } from './b';\nexport const c = 1;" },
      false,
    ],
  ])('%s', (_name, source, expected) => {
    expect(merelyReExports(source)).toBe(expected);
  });

  test.each([
    'startDate',
    'special-events',
    'specialEvent',
    'EVENT_ID'.replace('_', '-'),
    'timeOpen',
    'a price of',
    'The Museum',
  ])('the word %s in code or comment', (word) => {
    expect(museumWords({ file: 'mock/a.ts', text: `ok\n// ${word}` })).toHaveLength(1);
  });
});
