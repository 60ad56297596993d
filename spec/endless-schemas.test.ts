import { describe, expect, test } from '@jest/globals';
import { faultsOf } from './written-files';
import { ZOO } from './zoo';

/** What is said of the zoo with more schemas, each as YAML by its name; they stand from line 51 on. */
function faultsWith(schemas: Record<string, string>): string[] {
  const lines = Object.entries(schemas).map(([name, schema]) => `    ${name}: ${schema}\n`);
  return faultsOf(ZOO + lines.join(''));
}

const AGAIN = '{ $ref: "#/components/schemas/Loop" }';

describe('a schema that would be held against the same value for ever is refused,', () => {
  test.each([
    ['in allOf', `{ allOf: [${AGAIN}] }`],
    ['in oneOf', `{ oneOf: [${AGAIN}, { type: string }] }`],
    ['in anyOf and not', `{ anyOf: [{ type: string }, { not: ${AGAIN} }] }`],
    ['in a condition', `{ if: ${AGAIN}, then: { type: string } }`],
    ['in what follows from a condition', `{ if: { type: string }, else: ${AGAIN} }`],
    ['where a field is there', `{ dependentSchemas: { tag: ${AGAIN} } }`],
    ['beside its reference', '{ $ref: "#/components/schemas/Loop", minProperties: 1 }'],
  ])('%s', (_name, Loop) => {
    expect(faultsWith({ Loop })).toEqual(['zoo.yaml:51  $ref "#/components/schemas/Loop" leads round in a circle.']);
  });

  test('where it leads back, and not wherever it is used', () => {
    const more = { User: `{ properties: { loop: ${AGAIN} }, anyOf: [${AGAIN}] }`, Loop: `{ allOf: [${AGAIN}] }` };
    expect(faultsWith(more)).toEqual(['zoo.yaml:52  $ref "#/components/schemas/Loop" leads round in a circle.']);
  });

  test('through another schema', () => {
    const Other = '{ oneOf: [{ $ref: "#/components/schemas/Loop" }] }';
    expect(faultsWith({ Loop: '{ allOf: [{ $ref: "#/components/schemas/Other" }] }', Other })).toEqual([
      'zoo.yaml:51  $ref "#/components/schemas/Other" leads round in a circle.',
      'zoo.yaml:52  $ref "#/components/schemas/Loop" leads round in a circle.',
    ]);
  });
});

test.each([
  ['a field', `{ allOf: [{ properties: { next: ${AGAIN} } }] }`],
  ['an item', `{ oneOf: [{ type: array, items: ${AGAIN} }, { type: string }] }`],
  ['any other field', `{ anyOf: [{ additionalProperties: ${AGAIN} }] }`],
  ['a place of an array', `{ if: { prefixItems: [${AGAIN}] }, then: { contains: ${AGAIN} } }`],
])('A schema may lead back to itself with %s of its value', (_what, Loop) => {
  expect(faultsWith({ Loop })).toEqual([]);
});
