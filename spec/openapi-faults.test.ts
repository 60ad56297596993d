import { describe, expect, test } from '@jest/globals';
import { faultsOf } from './written-files';
import { type Mistake, zooWith } from './zoo';

describe('one mistake against OpenAPI is one line', () => {
  test.each<Mistake>([
    [
      'an address that is none',
      'version: 1.0.0 }',
      'version: 1.0.0, contact: { email: x } }',
      '2  email must be an email, but it is "x".',
    ],
    ['a title that is missing', 'title: Zoo, ', '', '2  "title" is missing in info.'],
    [
      'a path without its slash',
      '  /animals:',
      '  animals:',
      '5  "animals" is not known here. A path begins with "/".',
    ],
    [
      'a parameter without "in"',
      'in: query, schema: { type: string,',
      'schema: { type: string,',
      '15  "in" is missing in item 1 of parameters.',
    ],
    [
      'a style of a path that is not read',
      'tag, in: path, required: true,',
      'tag, in: path, required: true, style: matrix,',
      '24  The path parameter tag has the style matrix; only simple is supported.',
    ],
    [
      'a parameter that stands twice',
      '{ name: page, in: query,',
      '{ name: size, in: query, schema: {} }\n        - { name: page, in: query,',
      '18  The query parameter size stands twice in one list.',
    ],
    [
      'a parameter that stands twice in a list of several operations',
      '      - { name: tag, in: path,',
      '      - { name: X-A, in: header, schema: {} }\n      - { name: x-a, in: header, schema: {} }\n      - { name: tag, in: path,',
      '25  The header parameter x-a stands twice in one list.',
    ],
    [
      'a parameter in the body',
      'since, in: query',
      'since, in: body',
      '15  "body" is not known for in. Known are query, header, path, cookie.',
    ],
    [
      'a parameter without a schema',
      ', schema: { type: string, format: date }',
      '',
      '15  item 1 of parameters needs one of schema, content.',
    ],
    ['a path parameter that is optional', 'required: true, ', '', '24  "required" is missing in item 1 of parameters.'],
    [
      'a member that is misspelt',
      'requestBody:',
      'requestBodies:',
      '34  "requestBodies" is not known here. Known are tags, summary, description, externalDocs, operationId, parameters, requestBody, responses, callbacks, deprecated, security, servers.',
    ],
    ['a response without a description', 'description: None., ', '', '30  "description" is missing in response 404.'],
    [
      'a status that is none',
      '"404"',
      '"4004"',
      '30  "4004" is not known here. A response is named by its status code ("404"), a range of them ("4XX") or "default".',
    ],
    [
      'responses in a list',
      `responses:
        "200":
          description: Some animals.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Animal" } } } }`,
      'responses: []',
      '18  responses must be an object, but it is a list.',
    ],
    [
      'no responses at all',
      `responses:
        "200":
          description: Some animals.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Animal" } } } }`,
      'responses: {}',
      '18  responses must not be empty.',
    ],
    [
      'a path template without a parameter',
      'name: tag, in: path',
      'name: id, in: path',
      '22  The path has {tag}, but no path parameter of that name is declared.',
    ],
    [
      'a path that stands twice',
      'components:',
      `  /animals/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
    get:
      x-docent: { action: read, resource: animals, key: tag }
      responses:
        "200": { $ref: "#/components/responses/Animal" }
components:`,
      '41  GET /animals/{id} is GET /animals/{tag} with another name.',
    ],
    [
      'a path that stands twice, with another method',
      'components:',
      `  /animals/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
    delete:
      x-docent: { action: read, resource: animals, key: tag }
      responses:
        "200": { $ref: "#/components/responses/Animal" }
components:`,
      '41  DELETE /animals/{id} is GET /animals/{tag} with another name.',
    ],
    [
      "a path of the mock's own",
      'components:',
      `  /_docent/{tag}:
    parameters:
      - { name: tag, in: path, required: true, schema: { type: string } }
    get:
      x-docent: { action: read, resource: animals, key: tag }
      responses:
        "200": { $ref: "#/components/responses/Animal" }
components:`,
      '38  Below /_docent is what the mock itself answers. Give it another path.',
    ],
    [
      'a component with a space',
      `schemas:
`,
      `schemas:
    "An animal": {}
`,
      '46  The name "An animal" may have only letters, digits, ".", "-" and "_".',
    ],
    [
      'an example and examples',
      'tag, in: path,',
      'tag, in: path, example: a, examples: {},',
      '24  item 1 of parameters may not have example and examples together.',
    ],
    [
      'an operationId that stands twice',
      'operationId: mergeAnimal',
      'operationId: readAnimal',
      '32  operationId "readAnimal" stands twice: it is also GET /animals/{tag}.',
    ],
    [
      'a security scheme that is none',
      'security: [{ key: [] }]',
      'security: [{ kee: [] }]',
      '3  There is no security scheme "kee". The document has key.',
    ],
    ['an API key without a name', ', name: api_key', '', '40  "name" is missing in key.'],
  ])('%s', (_, piece, replacement, fault) => {
    expect(faultsOf(zooWith(piece, replacement))).toEqual([`zoo.yaml:${fault}`]);
  });
});

describe('one mistake in a schema is one line', () => {
  test.each<Mistake>([
    [
      'a type that is none, in a list',
      'type: object',
      'type: [object, objekt]',
      '47  "objekt" is not known for item 2 of type. Known are array, boolean, integer, null, number, object, string.',
    ],
    [
      'an enumeration of nothing',
      'tag: { type: string }',
      'tag: { type: string, enum: [] }',
      '49  It lists no value, so that none would be valid.',
    ],
    [
      'a nullable in quotes',
      'tag: { type: string }',
      'tag: { type: string, nullable: "true" }',
      '49  It must be true or false.',
    ],
    [
      'a pattern of names that is none',
      'tag: { type: string }',
      'tag: { patternProperties: { "(": {} } }',
      '49  It is no pattern: Invalid regular expression: /(/u: Unterminated group.',
    ],
    [
      'a type that is none',
      'type: object',
      'type: objekt',
      '47  "objekt" is not known for type. Known are array, boolean, integer, null, number, object, string.',
    ],
    [
      'a pattern that is none',
      'type: object',
      'pattern: "["',
      '47  It is no pattern: Invalid regular expression: /[/u: Unterminated character class.',
    ],
  ])('%s', (_, piece, replacement, fault) => {
    expect(faultsOf(zooWith(piece, replacement))).toEqual([`zoo.yaml:${fault}`]);
  });
});

test('a document without an operation is refused', () => {
  expect(faultsOf('openapi: 3.1.0\ninfo: { title: Zoo, version: 1.0.0 }\npaths: {}')).toEqual([
    'zoo.yaml:3  There is no operation.',
  ]);
});
