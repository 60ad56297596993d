import { describe, expect, test } from '@jest/globals';
import { DEFAULT_DOCUMENT } from './package-folder';
import { readService } from './read-service';
import { fieldsOf, keywordOf, withoutAssumptions } from './schemas';
import { operationOf, readText } from './written-files';
import { ZOO, zooWith } from './zoo';

describe('schemas', () => {
  test('are the sum of their allOf, and may contain themselves', () => {
    const text = ZOO.replace(
      / {4}Animal:\n {6}type[\s\S]*/,
      `    Animal:
      allOf:
        - { $ref: "#/components/schemas/Tagged" }
        - { type: object, properties: { born: { type: string }, young: { type: array, items: { $ref: "#/components/schemas/Animal" } } } }
    Tagged: { properties: { tag: { type: integer } } }
`,
    );
    const service = readText(text);
    const [schema] = service.resources[0]?.schemas ?? [];
    if (schema === undefined) throw new Error('There is no schema.');
    expect([...fieldsOf(service.openapi, schema).keys()].toSorted()).toEqual(['born', 'tag', 'young']);
    expect(keywordOf(service.openapi, schema, 'type')).toBe('object');
    expect(keywordOf(service.openapi, schema, 'minimum')).toBeUndefined();
  });

  test('may name fields and parameters as objects name what they inherit', () => {
    const names = ['__proto__', 'constructor', 'toString'];
    const text = zooWith(
      '        tag: { type: string }\n',
      `        tag: { type: string }\n${names.map((name) => `        ${name}: { type: string }\n`).join('')}`,
    )
      .replace(
        '      parameters:\n',
        `      parameters:\n${names.map((name) => `        - { name: ${name}, in: query, schema: { type: string } }\n`).join('')}`,
      )
      .replace(
        '  /animals:\n',
        '  /constructor:\n    get:\n      operationId: __proto__\n      x-docent: { action: list, resource: constructor }\n      responses: { "200": { description: X, content: { application/json: { schema: { type: array } } } } }\n  /animals:\n',
      );
    const service = readText(text);
    const animals = service.resources.find(({ name }) => name === 'animals');
    expect([...(animals?.fields.keys() ?? [])]).toEqual(['tag', ...names, 'born']);
    expect(operationOf(service, 'GET /animals').parameters.map(({ name }) => name)).toEqual([
      ...names,
      'since',
      'page',
      'size',
    ]);
    expect(service.operations[0]?.id).toBe('__proto__');
    expect(JSON.stringify(withoutAssumptions(service.openapi))).toBe(JSON.stringify(service.openapi));
  });
});

test('what a document marks as assumed is left out, and the document stays as it is', () => {
  const { openapi } = readService({ spec: DEFAULT_DOCUMENT });
  const before = JSON.stringify(openapi);
  const asserted = JSON.stringify(withoutAssumptions(openapi));
  expect(before).toContain('"minimum":1');
  expect(asserted).not.toContain('"minimum":1');
  expect(asserted).toContain('"maximum":30');
  expect(JSON.stringify(openapi)).toBe(before);
});
