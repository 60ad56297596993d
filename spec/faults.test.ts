import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { CONDITION_NAMES } from './conditions';
import { ConfigurationError } from './faults';
import { readService } from './read-service';
import { faultsOf, writeFiles } from './written-files';
import { ZOO, zooWith } from './zoo';

type Case = [name: string, piece: string, replacement: string, ...faults: string[]];

describe('one mistake in a document is one line', () => {
  test.each<Case>([
    [
      'a type that is none, in a list',
      'type: object',
      'type: [object, objekt]',
      '47  "objekt" is not known for item 2 of type. Known are array, boolean, integer, null, number, object, string.',
    ],
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
      'a member of x-docent that is none',
      'action: read,',
      'action: read, oder: x,',
      '27  "oder" is not known here. Known are action, resource, source, documentation, key.',
    ],
    [
      'a member of another action',
      'action: read,',
      'action: read, order: { by: tag },',
      '27  "order" is not known here. Known are action, resource, source, documentation, key.',
    ],
    [
      'an action that is none',
      'action: read',
      'action: raed',
      '27  "raed" is not known for action. Known are list, read, merge.',
    ],
    ['an action that is missing', 'action: read, ', '', '27  "action" is missing in x-docent.'],
    [
      'a key that is missing',
      `resource: animals, key: tag }
      responses`,
      `resource: animals }
      responses`,
      '27  "key" is missing in x-docent.',
    ],
    [
      'half a key',
      'action: read, resource: animals, key: tag',
      'action: read, resource: animals, key: { field: tag }',
      '27  "parameter" is missing in key.',
    ],
    [
      'a condition that is none',
      'unknown-resource',
      'unknown-ressource',
      `30  "unknown-ressource" is not known for item 1 of when. Known are ${CONDITION_NAMES.join(', ')}.`,
    ],
    [
      'a condition that the document answers and that is none',
      'security:',
      `x-docent: { responses: { "404": { description: No., x-docent: { when: [nowhere] } } } }
security:`,
      `3  "nowhere" is not known for item 1 of when. Known are ${CONDITION_NAMES.join(', ')}.`,
    ],
    [
      'a response of the document without a description',
      'security:',
      `x-docent: { responses: { "404": { x-docent: { when: [unknown-path] } } } }
security:`,
      '3  "description" is missing in response 404.',
    ],
    [
      'a source that is none',
      'source: assumed',
      'source: guessed',
      '30  "guessed" is not known for source. Known are documented, observed, expected, assumed, learned.',
    ],
    [
      'x-docent on a parameter',
      'tag, in: path,',
      'tag, in: path, x-docent: { source: assumed },',
      '24  "x-docent" has no meaning here. It belongs to the root, an operation, a response or a schema.',
    ],
    [
      'x-docent among responses',
      `responses:
        "200": { $ref: "#/components/responses/Animal" }
        "404"`,
      `responses:
        x-docent: { source: assumed }
        "200": { $ref: "#/components/responses/Animal" }
        "404"`,
      '29  "x-docent" has no meaning here. It belongs to the root, an operation, a response or a schema.',
    ],
    [
      'x-docent beside a reference',
      '{ $ref: "#/components/responses/Animal" }',
      '{ $ref: "#/components/responses/Animal", x-docent: { source: learned } }',
      '29  Beside a $ref "x-docent" is ignored. Write it on the response itself.',
    ],
    [
      'an assumed keyword that is absent',
      'type: object',
      `type: object
      x-docent: { assumed: [required] }`,
      '48  "required" is marked as assumed, but the schema has no such keyword.',
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
      'an operationId that stands twice',
      'operationId: mergeAnimal',
      'operationId: readAnimal',
      '32  operationId "readAnimal" stands twice: it is also GET /animals/{tag}.',
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
    [
      'a reference that leads nowhere',
      `responses/Animal" }
        "404"`,
      `responses/Beast" }
        "404"`,
      '29  $ref "#/components/responses/Beast" leads nowhere.',
    ],
    [
      'a reference to an anchor',
      `#/components/responses/Animal" }
        "404"`,
      `#animal" }
        "404"`,
      '29  $ref "#animal" names an anchor. What comes after "#" has to be a path such as "/components/schemas/Event".',
    ],
    [
      'a reference to a missing file',
      `"#/components/responses/Animal" }
        "404"`,
      `"beasts.yaml#/Animal" }
        "404"`,
      '29  "beasts.yaml": There is no such file.',
    ],
    [
      'a reference to the network',
      `"#/components/responses/Animal" }
        "404"`,
      `"https://example.com/zoo.yaml#/Animal" }
        "404"`,
      '29  "https://example.com/zoo.yaml" is on the network; only files are read. Save it beside the document.',
    ],
    [
      'a reference round in a circle',
      '"404": { description: None., x-docent: { when: [unknown-resource], source: assumed } }',
      '"404": { $ref: "#/paths/~1animals~1%7Btag%7D/get/responses/404" }',
      '30  $ref "#/paths/~1animals~1%7Btag%7D/get/responses/404" leads round in a circle.',
    ],
    [
      'a security scheme that is none',
      'security: [{ key: [] }]',
      'security: [{ kee: [] }]',
      '3  There is no security scheme "kee". The document has key.',
    ],
    ['an API key without a name', ', name: api_key', '', '40  "name" is missing in key.'],
  ])('%s', (_, piece, replacement, ...faults) => {
    const found = faultsOf(zooWith(piece, replacement)).map((line) => line.replace(/"[^"]*\/docent-[^/]*\//, '"'));
    expect(found).toEqual(faults.map((fault) => `zoo.yaml:${fault}`));
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

test('faults of every kind are reported at once, in the order of the lines', () => {
  const text = zooWith('description: None., ', '')
    .replace('title: Zoo, ', '')
    .replace('by: born', 'by: birth')
    .replace('action: merge', 'action: replace')
    .replace(
      'items: { $ref: "#/components/schemas/Animal"',
      'minItems: x, items: { $ref: "#/components/schemas/Animal"',
    )
    .replace('get:\n      operationId: readAnimal', 'get:\n      operationId: listAnimals');
  expect(faultsOf(text)).toEqual([
    'zoo.yaml:2  "title" is missing in info.',
    'zoo.yaml:21  minItems must be an integer, but it is "x".',
    'zoo.yaml:26  operationId "listAnimals" stands twice: it is also GET /animals.',
    'zoo.yaml:30  "description" is missing in response 404.',
    'zoo.yaml:33  "replace" is not known for action. Known are list, read, merge.',
  ]);
});

test('what an unsound operation means is not guessed, but a sound one beside it is checked', () => {
  const text = zooWith('description: None., ', '')
    .replace('by: born', 'by: birth')
    .replace('merge, resource: animals, key: tag', 'merge, resource: animals, key: mark');
  expect(faultsOf(text)).toEqual([
    'zoo.yaml:11  There is no field "birth". The entries have tag, born.',
    'zoo.yaml:30  "description" is missing in response 404.',
    'zoo.yaml:33  There is no field "mark". The entries have tag, born.',
  ]);
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

test('what a merge key brings in is faulty where it was written', () => {
  const text = ZOO.replace(
    'security:',
    'x-shared:\n  - &a { resource: animals }\n  - &b\n    key: mark\nsecurity:',
  ).replace('{ action: read, resource: animals, key: tag }', '{ <<: [*a, *b], action: read }');
  expect(faultsOf(text)).toEqual(['zoo.yaml:6  There is no field "mark". The entries have tag, born.']);
});

test('a document without an operation is refused', () => {
  expect(faultsOf('openapi: 3.1.0\ninfo: { title: Zoo, version: 1.0.0 }\npaths: {}')).toEqual([
    'zoo.yaml:3  There is no operation.',
  ]);
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

describe('a fault in a file that the document refers to is told with its place there', () => {
  const document = ZOO.replaceAll('#/components/responses/Animal', 'more.yaml#/Animal');
  test.each([
    [
      'a syntax error',
      'Animal: {',
      'more.yaml:1  It is no YAML: Flow map in block collection must be sufficiently indented and end with a }.',
    ],
    [
      'a response without a description',
      '\nAnimal:\n  content: {}',
      'more.yaml:2  "description" is missing in Animal.',
    ],
    [
      'an unknown condition',
      'Animal:\n  description: X\n  x-docent:\n    when: [nowhere]',
      `more.yaml:4  "nowhere" is not known for item 1 of when. Known are ${CONDITION_NAMES.join(', ')}.`,
    ],
    [
      'a reference to a missing member',
      'Animal:\n  description: X\n  content:\n    application/json: { schema: { $ref: "#/Beast" } }',
      'more.yaml:4  $ref "#/Beast" leads nowhere.',
    ],
  ])('%s', (_, more, fault) => {
    expect(faultsOf(document, [], { 'more.yaml': more })).toEqual([fault]);
  });

  test('at its beginning where the whole file is meant', () => {
    const whole = ZOO.replaceAll('#/components/responses/Animal', 'more.yaml');
    expect(faultsOf(whole, [], { 'more.yaml': '\ncontent: {}' })).toEqual([
      'more.yaml:2  "description" is missing in the file.',
    ]);
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
