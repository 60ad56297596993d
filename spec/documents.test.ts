import { basename, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { DEFAULT_DOCUMENT } from './package-folder';
import { readService } from './read-service';
import { fieldsOf, keywordOf, withoutAssumptions } from './schemas';
import type { Operation, Service } from './service';
import { readText, writeFiles } from './written-files';
import { ZOO, zooWith } from './zoo';

/** What a service says, but for the places in the file. */
const meaningOf = ({ operations, resources, answers }: Service) => ({ operations, resources, answers });

function operationOf(service: Service, method: string): Operation {
  const found = service.operations.find((operation) => `${operation.method} ${operation.path}`.startsWith(method));
  if (found === undefined) throw new Error(`There is no ${method}.`);
  return found;
}

describe('the form of the file does not matter', () => {
  const expected = meaningOf(readText(ZOO));
  test.each([
    ['JSON', JSON.stringify(parse(ZOO))],
    ['indented JSON', JSON.stringify(parse(ZOO), null, 2)],
    ['lines that end with CRLF', ZOO.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\uFEFF${ZOO}`],
    ['status codes that are numbers', ZOO.replaceAll('"200"', '200').replaceAll('"404"', '404')],
    [
      'an alias',
      ZOO.replace('{ $ref: "#/components/responses/Animal" }', '&a { $ref: "#/components/responses/Animal" }').replace(
        '200": { $ref: "#/components/responses/Animal" }',
        '200": *a',
      ),
    ],
    [
      'a merge key',
      zooWith(
        '{ action: merge, resource: animals, key: tag }',
        '{ <<: { resource: animals, key: tag }, action: merge }',
      ),
    ],
  ])('%s', (_, text) => {
    expect(meaningOf(readText(text))).toEqual(expected);
  });
});

test('a list reads its descending order, its bound and its pages from the document', () => {
  const list = operationOf(readText(ZOO), 'GET /animals').meaning;
  expect(list).toMatchObject({
    order: { by: 'born', direction: 'descending', unique: false, source: 'documented' },
    from: { parameter: { name: 'since' }, field: 'born', default: undefined },
    page: { first: 0, defaultSize: 5, maximumSize: 7 },
  });
});

test('headers that the content and the security schemes tell of are no parameters', () => {
  const parameters = ['Accept', 'content-type', 'Authorization', 'X-Other'].map(
    (name) => `{ name: ${name}, in: header, required: true, schema: { type: string } }`,
  );
  const text = zooWith(
    '    parameters:\n      - { name: tag',
    `    parameters:\n      - ${parameters.join('\n      - ')}\n      - { name: tag`,
  );
  const read = operationOf(readText(text), 'GET /animals/{tag}');
  expect(read.parameters.map(({ name }) => name)).toEqual(['X-Other', 'tag']);
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

describe('the JSON of a body is found', () => {
  test.each([
    [
      'after other media types',
      ['multipart/form-data', 'application/merge-patch+json', 'application/json'],
      'application/merge-patch+json',
    ],
    ['in a range', ['text/plain', '*/*'], 'application/json'],
    ['among application/*', ['application/*'], 'application/json'],
  ])('%s', (_, mediaTypes, expected) => {
    const content = mediaTypes.map((mediaType) => `"${mediaType}": {}`).join(', ');
    const text = zooWith(
      'content: { application/json: { schema: { $ref: "#/components/schemas/Animal" } } }\n      responses',
      `content: { ${content} }\n      responses`,
    );
    expect(operationOf(readText(text), 'PATCH').body?.json?.mediaType).toBe(expected);
  });
});

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

describe('references', () => {
  test('are followed through files, each relative to its own, once each, and in circles', () => {
    const folder = writeFiles({
      'zoo.yaml': ZOO.replace(
        / {4}Animal:\n {6}type[\s\S]*/,
        '    Animal: { $ref: "schemas/my%20animal.yaml#/definitions/An%7E0imal" }\n',
      ),
    });
    const schemas = join(folder, 'schemas');
    writeFiles(
      {
        'my animal.yaml': `definitions:
  An~imal:
    type: object
    properties:
      tag: { $ref: "#/definitions/Tag" }
      born: { $ref: "../schemas/./more.yaml#/Born" }
      parent: { $ref: "#/definitions/An~0imal" }
      herd: { $ref: "../zoo.yaml#/components/schemas/Animal" }
  Tag: { type: string, maxLength: 4 }
`,
        'more.yaml': 'Born: { $ref: "born.json" }\n',
        'born.json': '{ "type": "string", "format": "date" }',
      },
      schemas,
    );
    const service = readService({ spec: join(folder, '.', 'zoo.yaml') });
    expect(service.files.map((file) => basename(file))).toEqual([
      'zoo.yaml',
      'my animal.yaml',
      'more.yaml',
      'born.json',
    ]);
    const fields = service.resources[0]?.fields;
    expect(fields?.get('tag')?.value).toEqual({ type: 'string', maxLength: 4 });
    expect(fields?.get('born')?.value).toEqual({ type: 'string', format: 'date' });
    expect(fields?.get('parent')?.pointer).toBe(fields?.get('herd')?.pointer);
    expect(service.placeOf(fields?.get('tag')?.pointer ?? '')).toBe(`${join(schemas, 'my animal.yaml')}:9`);
  });

  test('may name path items, whose operations may carry x-docent, in this file or another', () => {
    const item = ZOO.slice(
      ZOO.indexOf('  /animals/{tag}:\n') + '  /animals/{tag}:\n'.length,
      ZOO.indexOf('components:'),
    );
    const inside = ZOO.replace(item, '    $ref: "#/components/pathItems/Animal"\n').replace(
      'components:\n',
      `components:\n  pathItems:\n    Animal:\n${item.replaceAll(/^(?=.)/gm, '  ')}`,
    );
    expect(readText(inside).operations.map(({ id }) => id)).toEqual(['listAnimals', 'readAnimal', 'mergeAnimal']);
    const outside = ZOO.replace(item, '    $ref: "item.yaml"\n');
    const more = item.replaceAll(/^ {4}/gm, '').replaceAll('"#/', '"zoo.yaml#/');
    expect(readText(outside, [], { 'item.yaml': more }).operations.map(({ id }) => id)).toEqual([
      'listAnimals',
      'readAnimal',
      'mergeAnimal',
    ]);
  });

  test('are not needed for a path item among the components to carry x-docent', () => {
    const text = ZOO.replace(
      'components:\n',
      `components:
  pathItems:
    Spare: { get: { x-docent: { action: list, resource: spares }, responses: { "200": { description: X } } } }
`,
    );
    expect(readText(text).operations).toHaveLength(3);
  });

  test('may name parameters and bodies, and an operation overrides the parameters of its path', () => {
    const text = zooWith(
      'key: tag }\n      responses',
      'key: tag }\n      parameters: [{ $ref: "#/components/parameters/Tag" }, { name: tag, in: query, schema: {} }]\n      responses',
    )
      .replace(
        'requestBody:\n        content: { application/json: { schema: { $ref: "#/components/schemas/Animal" } } }',
        'requestBody: { $ref: "#/components/requestBodies/Animal" }',
      )
      .replace(
        'components:\n',
        `components:
  parameters:
    Tag: { name: tag, in: path, required: true, schema: { type: string, format: uuid } }
  requestBodies:
    Animal: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Animal" }, example: { tag: a } } } }
`,
      );
    const service = readText(text);
    const read = operationOf(service, 'GET /animals/{tag}');
    expect(read.parameters.map((parameter) => [parameter.in, parameter.name])).toEqual([
      ['path', 'tag'],
      ['query', 'tag'],
    ]);
    expect(read.meaning).toMatchObject({ key: { format: 'uuid' } });
    const merge = operationOf(service, 'PATCH');
    expect(merge.meaning).toMatchObject({ key: { format: undefined } });
    expect(merge.body).toMatchObject({
      required: true,
      content: [{ mediaType: 'application/json', example: { tag: 'a' } }],
    });
  });

  test('may have keywords beside them, which hold too', () => {
    const text = zooWith(
      'schema: { type: integer, default: 0 }',
      'schema: { $ref: "#/components/schemas/Page", default: 3 }',
    );
    const list = operationOf(readText(`${text}    Page: { type: integer, default: 1, maximum: 9 }\n`), 'GET /animals');
    expect(list.parameters[1]).toMatchObject({ types: ['integer'], default: 3, maximum: 9 });
    expect(list.meaning).toMatchObject({ page: { first: 3 } });
  });
});

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

describe('keys', () => {
  test.each([
    ['one name for both', 'key: tag', '{tag}', 'tag'],
    ['a path parameter with a name of its own, as it is the only one', 'key: tag', '{id}', 'id'],
    ['a name for each', 'key: { parameter: id, field: tag }', '{id}', 'id'],
  ])('%s', (_, key, variable, parameter) => {
    const text = ZOO.replaceAll('key: tag', key).replace('{tag}', variable).replace('name: tag', `name: ${parameter}`);
    const { meaning } = operationOf(readText(text), 'PATCH');
    expect(meaning).toMatchObject({ key: { parameter: { name: parameter }, field: 'tag' } });
  });
});

describe('security', () => {
  const schemes = `securitySchemes:
    basic: { type: http, scheme: basic }
    bearer: { type: http, scheme: BEARER }
    tls: { type: mutualTLS }`;
  const [basic, bearer, key] = [
    { name: 'basic', in: 'header', carrier: 'Authorization', scheme: 'Basic' },
    { name: 'bearer', in: 'header', carrier: 'Authorization', scheme: 'Bearer' },
    { name: 'key', in: 'query', carrier: 'api_key', scheme: undefined },
  ];
  test.each([
    ['an API key', '[{ key: [] }]', [[key]]],
    ['a bearer token', '[{ bearer: [] }]', [[bearer]]],
    ['either of two', '[{ key: [] }, { basic: [] }]', [[key], [basic]]],
    ['two together', '[{ key: [], basic: [] }]', [[key, basic]]],
    ['a public operation', '[]', []],
    ['an optional credential', '[{}, { key: [] }]', [[], [key]]],
    ['a certificate, which is no header', '[{ tls: [], key: [] }]', [[key]]],
  ])('%s', (_, security, expected) => {
    const text = zooWith('operationId: readAnimal', `operationId: readAnimal\n      security: ${security}`).replace(
      'securitySchemes:',
      schemes,
    );
    const service = readText(text);
    expect(operationOf(service, 'GET /animals/{tag}').security).toEqual(expected);
    expect(operationOf(service, 'PATCH').security).toEqual([[key]]);
  });

  test('a document that asks for none is public', () => {
    expect(operationOf(readText(zooWith('security: [{ key: [] }]', '')), 'PATCH').security).toEqual([]);
  });
});

test('an operation without an operationId is called by its method and path', () => {
  const service = readText(ZOO.replaceAll(/ *operationId: .*\n/g, ''));
  expect(service.operations.map(({ id }) => id)).toEqual([
    'GET /animals',
    'GET /animals/{tag}',
    'PATCH /animals/{tag}',
  ]);
});

test('a success may be a range, and the other responses the default', () => {
  const text = zooWith(
    '"200": { $ref: "#/components/responses/Animal" }\n        "404"',
    '2XX: { $ref: "#/components/responses/Animal" }\n        default',
  );
  const read = operationOf(readText(text), 'GET /animals/{tag}');
  expect([read.success.status, ...read.answers.map(({ status }) => status)]).toEqual(['2XX', '2XX', 'default']);
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

test('the time that reading takes grows as the document does', () => {
  const item = ZOO.slice(ZOO.indexOf('  /animals/{tag}:\n'), ZOO.indexOf('components:'));
  const read = (count: number) => {
    const many = Array.from({ length: count }, (_, index) =>
      item.replace('/animals/', `/animals-${index}/`).replaceAll(/operationId: (\w+)/g, `operationId: $1${index}`),
    );
    const text = ZOO.replace('components:', () => `${many.join('')}components:`);
    const before = process.cpuUsage(); // not the clock, which goes on while others have the machine
    expect(readText(text).operations).toHaveLength(3 + 2 * count);
    return process.cpuUsage(before).user;
  };
  read(200);
  const [small, large] = [read(200), read(1600)];
  expect(large / small).toBeLessThan(24); // 8 where it is linear, 64 where each operation is held against all
});
