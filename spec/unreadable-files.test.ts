import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ConfigurationError } from './faults';
import { readService } from './read-service';
import { faultsOf, writeFiles } from './written-files';
import { type Mistake, ZOO, zooWith } from './zoo';

describe('one mistake in the YAML is one line', () => {
  test.each<Mistake>([
    ['a duplicate key', '    patch:', '    get:', '31  The key "get" stands twice in one object.'],
    [
      'a bracket that is not closed',
      'version: 1.0.0 }',
      'version: 1.0.0',
      '3  It is no YAML: Flow map in block collection must be sufficiently indented and end with a }.',
    ],
    ['an alias without an anchor', 'title: Zoo', 'title: *zoo', '2  The alias *zoo has no anchor before it.'],
    [
      'a second YAML document',
      'components:',
      `---
components:`,
      '38  A second YAML document begins here ("---"); the file may hold one only.',
    ],
    [
      'a cyclic alias',
      `Animal:
      type`,
      `Animal: &a
      items: *a
      type`,
      '47  The alias stands inside what it names, so it would never end. Say it without an alias.',
    ],
  ])('%s', (_, piece, replacement, fault) => {
    expect(faultsOf(zooWith(piece, replacement))).toEqual([`zoo.yaml:${fault}`]);
  });
});

describe('a file that is no OpenAPI document is refused with one sentence', () => {
  const right = 'It has to begin with "openapi: 3.1.0" (or 3.0.x).';
  test.each([
    ['an empty file', '', `1  The file is empty. ${right}`],
    ['a comment', '# a museum', `1  The file is empty. ${right}`],
    ['a text', 'museum', `1  It is no OpenAPI document. ${right}`],
    ['a list', '- museum', `1  It is no OpenAPI document. ${right}`],
    ['another object', 'title: museum', `1  It is no OpenAPI document. ${right}`],
    ['Swagger', 'info: {}\nswagger: "2.0"', '2  It is Swagger 2.0, which is not read. Convert it to OpenAPI 3.'],
    ['a later version', 'openapi: 3.2.0', `1  "openapi: 3.2.0" is no version that is read. ${right}`],
    [
      'a version that YAML takes for a number',
      '\nopenapi: 3.1',
      `2  "openapi: 3.1" is no version that is read. ${right}`,
    ],
  ])('%s', (_, text, fault) => {
    expect(faultsOf(text)).toEqual([`zoo.yaml:${fault}`]);
  });

  test.each([
    ['a missing file', 'none.yaml', 'There is no such file.'],
    ['a folder', '.', 'It is a folder; a file is needed.'],
  ])('%s', (_, name, message) => {
    const spec = `${writeFiles({})}/${name}`;
    expect(() => readService({ spec })).toThrow(new ConfigurationError(`read ${spec}`, [{ place: spec, message }]));
  });
});

describe('a file that is not UTF-8 is a fault,', () => {
  const faultIn = (bytes: Buffer) => {
    const folder = writeFiles({});
    const spec = join(folder, 'zoo.yaml');
    writeFileSync(spec, bytes);
    try {
      readService({ spec });
      return undefined;
    } catch (error) {
      return error instanceof ConfigurationError ? error.faults : error;
    }
  };

  test.each([
    ['Latin-1, at the line of the first byte', Buffer.from(ZOO.replace('title: Zoo', 'title: Zo\u00e9'), 'latin1'), 2],
    ['UTF-16', Buffer.from(`\ufeff${ZOO}`, 'utf16le'), 1],
  ])('as %s', (_name, bytes, line) => {
    const message = 'It is not UTF-8. Save it in that encoding.';
    expect(faultIn(bytes)).toEqual([{ place: expect.stringMatching(`zoo.yaml:${line}$`), message }]);
  });

  test('and one that begins with a byte order mark is none', () => {
    expect(faultIn(Buffer.from(`\ufeff${ZOO.replace('title: Zoo', 'title: Zo\u00e9')}`))).toBeUndefined();
  });
});
