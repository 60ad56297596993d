import { describe, expect, test } from '@jest/globals';
import { operationOf, readText } from './written-files';
import { ZOO, zooWith } from './zoo';

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

test('a HEAD is answered as the GET of its path is, whatever stands there', () => {
  const text = zooWith(
    '  /animals/{tag}:',
    '  /animals/{tag}:\n    head: { responses: { "200": { description: A tag. } } }',
  );
  expect(readText(text).operations.map(({ method, path }) => `${method} ${path}`)).toEqual(
    readText(ZOO).operations.map(({ method, path }) => `${method} ${path}`),
  );
});
