import { describe, expect, test } from '@jest/globals';
import { faultsOf } from './written-files';
import { type Mistake, zooWith } from './zoo';

describe('one mistake in what an operation means is one line', () => {
  test.each<Mistake>([
    [
      'an update that takes no JSON',
      'content: { application/json: { schema: { $ref: "#/components/schemas/Animal" } } }\n      responses',
      'content: { application/x-www-form-urlencoded: {} }\n      responses',
      '34  An update needs a request body of JSON, such as application/json or application/merge-patch+json.',
    ],
    [
      'an update that takes nothing',
      `      requestBody:
        content: { application/json: { schema: { $ref: "#/components/schemas/Animal" } } }
`,
      '',
      '31  An update needs a request body of JSON, such as application/json or application/merge-patch+json.',
    ],
    [
      'two path parameters, one without a meaning',
      '  /animals:',
      `  /animals/{x}/{tag}:
    get:
      x-docent: { action: read, resource: animals, key: tag }
      parameters:
        - { name: x, in: path, required: true, schema: { type: string } }
        - { name: tag, in: path, required: true, schema: { type: string } }
      responses:
        "200": { $ref: "#/components/responses/Animal" }
  /animals:`,
      '7  The path parameter x has no meaning: the key is tag.',
    ],
    [
      'a list below a path parameter',
      '  /animals:',
      `  /zoos/{zoo}/animals:
    get:
      x-docent: { action: list, resource: animals }
      parameters: [{ name: zoo, in: path, required: true, schema: { type: string } }]
      responses:
        "200":
          description: Some animals.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Animal" } } } }
  /animals:`,
      '7  The path parameter zoo has no meaning: a list has every entry of its resource.',
    ],
    [
      'a lower bound by an unknown parameter',
      'parameter: since',
      'parameter: from',
      '12  There is no query parameter "from". The operation has since, page, size.',
    ],
    [
      'a lower bound of an unknown field',
      'field: born',
      'field: birth',
      '12  There is no field "birth". The entries have tag, born.',
    ],
    [
      'an order by an unknown field',
      'by: born',
      'by: birth',
      '11  There is no field "birth". The entries have tag, born.',
    ],
    [
      'a page by an unknown parameter',
      'number: page',
      'number: pages',
      '13  There is no query parameter "pages". The operation has since, page, size.',
    ],
    [
      'a page that is no integer',
      'type: integer, default: 0',
      'type: number, default: 0',
      '16  page cuts pages, so its type must be integer.',
    ],
    [
      'one parameter for the page and its size',
      'size: size',
      'size: page',
      '13  page cannot be both the page and its size.',
    ],
    [
      'a key that is no field',
      'read, resource: animals, key: tag',
      'read, resource: animals, key: mark',
      '27  There is no field "mark". The entries have tag, born.',
    ],
    [
      'a key that is no path parameter',
      'read, resource: animals, key: tag',
      'read, resource: animals, key: { parameter: mark, field: tag }',
      '27  There is no path parameter "mark". The path has tag.',
    ],
    [
      'an operation without a meaning',
      `      x-docent: { action: read, resource: animals, key: tag }
`,
      '',
      '25  readAnimal has no meaning. Say it in x-docent, in the document or in an overlay: { action: list | read | merge, resource: … }.',
    ],
    [
      'a list that is no array',
      'type: array, items:',
      'type: object, additionalProperties:',
      '18  The success response of a list must be an array; a wrapper around it is not supported.',
    ],
    [
      'an operation without a 2xx response',
      `"200": { $ref: "#/components/responses/Animal" }
        "404"`,
      '"404"',
      '28  readAnimal has no 2xx response.',
    ],
    [
      'a condition answered twice',
      '"404"',
      `"410": { description: Gone., x-docent: { when: [unknown-resource] } }
        "404"`,
      '28  unknown-resource is answered by 404 and by 410: it can be one only.',
    ],
    [
      'a condition that no success can answer',
      '"404"',
      '"204"',
      '30  unknown-resource cannot be answered by a success (204): there is nothing to serve.',
    ],
  ])('%s', (_, piece, replacement, fault) => {
    expect(faultsOf(zooWith(piece, replacement))).toEqual([`zoo.yaml:${fault}`]);
  });
});

test('a resource that no operation returns is refused', () => {
  const text = `openapi: 3.1.0
info: { title: Zoo, version: 1.0.0 }
paths:
  /animals/{tag}:
    patch:
      x-docent: { action: merge, resource: animals, key: tag }
      parameters: [{ name: tag, in: path, required: true, schema: { type: string } }]
      requestBody: { content: { application/json: {} } }
      responses: { "204": { description: Done. } }
`;
  expect(faultsOf(text)).toEqual(['zoo.yaml:5  No operation returns "animals", so its schema is unknown.']);
});

test('a resource is not called unknown while the operation that returns it has another fault', () => {
  const text = zooWith('read, resource: animals, key: tag', 'read, resource: animals, key: mark')
    .replace(/ {2}\/animals:\n[\s\S]*(?= {2}\/animals\/)/, '')
    .replace(
      /("200"): { \$ref: "#\/components\/responses\/Animal" }\ncomponents/,
      '"204": { description: Done. }\ncomponents',
    );
  expect(faultsOf(text)).toEqual(['zoo.yaml:10  There is no field "mark". The entries have tag, born.']);
});
