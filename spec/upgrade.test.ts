import { describe, expect, test } from '@jest/globals';
import { readText } from './written-files';
import { ZOO, zooWith } from './zoo';

describe('OpenAPI 3.0', () => {
  const animal = (schema: string) => {
    const text = ZOO.replace('3.1.0', '3.0.3').replace('tag: { type: string }', `tag: ${schema}`);
    return readText(text).resources[0]?.fields.get('tag')?.value;
  };
  test.each([
    ['nullable', '{ type: string, nullable: true }', { type: ['string', 'null'] }],
    ['nullable: false', '{ type: string, nullable: false }', { type: 'string' }],
    [
      'a nullable enumeration',
      '{ type: string, nullable: true, enum: [a] }',
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      'exclusiveMinimum: true',
      '{ type: number, minimum: 1, exclusiveMinimum: true }',
      { type: 'number', exclusiveMinimum: 1 },
    ],
    [
      'exclusiveMaximum: false',
      '{ type: number, maximum: 1, exclusiveMaximum: false }',
      { type: 'number', maximum: 1 },
    ],
  ])('%s', (_, schema, expected) => {
    expect(animal(schema)).toEqual(expected);
  });

  test('what stands beside a $ref is ignored', () => {
    const text = ZOO.replace('3.1.0', '3.0.3').replace(
      'tag: { type: string }',
      'tag: { $ref: "#/components/schemas/Tag", maxLength: 1 }',
    );
    const service = readText(`${text}    Tag: { type: string, maxLength: 9 }\n`);
    expect(service.resources[0]?.fields.get('tag')?.value).toEqual({ type: 'string', maxLength: 9 });
  });

  test('a file that the document refers to is of the same version', () => {
    const text = ZOO.replace('3.1.0', '3.0.3').replace('tag: { type: string }', 'tag: { $ref: "tag.yaml" }');
    const service = readText(text, [], { 'tag.yaml': 'type: string\nnullable: true\n' });
    expect(service.resources[0]?.fields.get('tag')?.value.type).toEqual(['string', 'null']);
  });

  test('a member of an example is data', () => {
    const text = ZOO.replace('3.1.0', '3.0.3').replace(
      'type: object',
      'type: object\n      example: { nullable: true, type: a }',
    );
    expect(readText(text).resources[0]?.schemas[0].value.example).toEqual({ nullable: true, type: 'a' });
  });
});

test('a nullable that was left in a 3.1 document is read as it was meant', () => {
  const text = zooWith(
    'tag: { type: string }',
    'tag: { type: [string, integer], nullable: true }\n        more: { nullable: true }',
  );
  const fields = readText(text).resources[0]?.fields;
  expect([fields?.get('tag')?.value, fields?.get('more')?.value]).toEqual([
    { type: ['string', 'integer', 'null'] },
    {},
  ]);
});

test('a pattern of the older dialect of regular expressions is read as the newer has it', () => {
  const text = zooWith(
    'tag: { type: string }',
    `tag: { type: string, pattern: '^[\\w-.]+\\-$' }\n        more: { patternProperties: { '^x\\-': { type: string } } }`,
  );
  const fields = readText(text).resources[0]?.fields;
  expect([fields?.get('tag')?.value.pattern, fields?.get('more')?.value]).toEqual([
    '^[\\w\\-.]+-$',
    { patternProperties: { '^x-': { type: 'string' } } },
  ]);
});
