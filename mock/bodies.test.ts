import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { type StartedMock, startMock } from './index';
import { CREDENTIAL, libraryWith } from './test-document';

const LANTERNS = '/special-events/8c1f6b52-3d0e-4f47-9a6c-5b7e21d4f901';
const MEBIBYTE = 1024 * 1024;

let started: StartedMock;
beforeAll(async () => {
  started = await startMock({ today: '2027-03-01' });
});
afterAll(() => started.close());

async function send(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const response = await fetch(started.url + LANTERNS, {
    method: 'PATCH',
    headers: { ...CREDENTIAL, 'Content-Type': 'application/json', ...headers },
    body,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

function named(bytes: number): string {
  const empty = '{"name":""}';
  return `{"name":"${'a'.repeat(bytes - empty.length)}"}`;
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

describe('a body is what the document says of its media type,', () => {
  const named = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } };
  const short = { type: 'object', properties: { title: { type: 'string', maxLength: 3 }, year: { type: 'integer' } } };
  const contents = {
    'multipart/form-data': { schema: { type: 'object', required: ['file'] } },
    'application/*': { schema: named },
    'application/merge-patch+json': { schema: short },
  };

  test.each([
    ['anything', { '*/*': {} }, 'application/json'],
    ['a range', { 'application/*': {} }, 'application/json'],
    ['a range and JSON', { '*/*': {}, 'application/json': {} }, 'application/json'],
    [
      'a range and other JSON',
      { 'application/merge-patch+json': {}, '*/*': {} },
      'application/merge-patch+json, application/json',
    ],
  ])('and where that is %s, only JSON is read, and named', async (_name, content, known) => {
    const library = libraryWith({ 'paths /books/{isbn} patch requestBody content': content });
    const { body, status } = await supertest(library).patch('/books/a').set(CREDENTIAL).type('form').send('title=T');
    const sent = 'application/x-www-form-urlencoded';
    expect([status, body.detail]).toEqual([415, `The body must be ${known}, but its Content-Type was "${sent}".`]);
  });

  test.each([
    ['the exact one', 'application/merge-patch+json', '{"year":1}', 200],
    ['and by no other', 'application/merge-patch+json', '{"title":"toolong"}', 400],
    ['with parameters', 'application/merge-patch+json; charset=utf-8', '{"year":1}', 200],
    ['a range', 'application/json', '{"title":"toolong"}', 200],
    ['and by that alone', 'application/json', '{"year":1}', 400],
    ['and read only where it is JSON', 'multipart/form-data', '{"file":1}', 415],
    ['and known', 'text/json', '{"title":"T"}', 415],
  ])('%s: %s', async (_name, type, body, expected) => {
    const library = libraryWith({ 'paths /books/{isbn} patch requestBody content': contents });
    for (const attempt of ['first', 'like one that was served']) {
      const { status } = await supertest(library).patch('/books/a').set(CREDENTIAL).type(type).send(body);
      expect([attempt, status]).toEqual([attempt, expected]);
    }
  });
});

describe('a body is refused', () => {
  test.each([
    ['that ends early', '{', 'malformed-json', ''],
    ['with something after it', '{"price":3}x', 'malformed-json', ''],
    ['of single quotes', "{'price':3}", 'malformed-json', ''],
    ['of spaces only', '  ', 'malformed-json', ''],
    ['that is missing', '', 'invalid-body', ''],
    ['that is an array', '[{"price":3}]', 'invalid-body', ''],
    ['that is a number', '1', 'invalid-body', ''],
    ['that is null', 'null', 'invalid-body', ''],
    ['that is a text', '"price"', 'invalid-body', ''],
    ['with a number as text', '{"price":"18.5"}', 'invalid-body', '/price'],
    ['with a number beyond all', '{"price":1e400}', 'invalid-body', '/price'],
    ['with an array for a number', '{"price":[1]}', 'invalid-body', '/price'],
    ['with an object for an array', '{"dates":{}}', 'invalid-body', '/dates'],
    ['with a date that there is not', '{"dates":["2027-09-05","2027-02-30"]}', 'invalid-body', '/dates/1'],
    ['with null in an array', '{"dates":[null]}', 'invalid-body', '/dates/0'],
    ['with null for a field', '{"price":null}', 'null-field', '/price'],
    ['with an unknown field', '{"colour":"red"}', 'unknown-field', '/colour'],
    ['with the identifier', '{"eventId":"8c1f6b52-3d0e-4f47-9a6c-5b7e21d4f901"}', 'unknown-field', '/eventId'],
    ['with a field without a name', '{"":1}', 'unknown-field', '/'],
    ['with a field whose name a pointer escapes', '{"a/b~c":1}', 'unknown-field', '/a~1b~0c'],
    ['with the prototype', '{"__proto__":{"price":1}}', 'unknown-field', '/__proto__'],
    ['with a constructor', '{"constructor":{"prototype":{"x":1}}}', 'unknown-field', '/constructor'],
    ['with a member of every object', '{"toString":1}', 'unknown-field', '/toString'],
    ['that nests deep', `{"name":${'['.repeat(99)}${']'.repeat(99)}}`, 'invalid-body', '/name'],
    ['that nests too deep', `{"name":${'['.repeat(1e5)}${']'.repeat(1e5)}}`, 'invalid-body', ''],
  ])('%s', async (_name, text, condition, pointer) => {
    const { status, body } = await send(text);
    expect([status, body.type]).toEqual([400, `urn:docent:${condition}`]);
    expect(body.errors).toEqual([
      { in: 'body', pointer, rule: expect.any(String), message: expect.stringMatching(/./) },
    ]);
  });

  test('that is no UTF-8', async () => {
    const text = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    expect((await send(new Uint8Array(text))).body.type).toBe('urn:docent:malformed-json');
  });

  test.each([
    ['text/plain', {}],
    ['application/x-www-form-urlencoded', {}],
    ['application/merge-patch+json', {}],
    ['application/jsonx', {}],
    ['application/json; charset=latin1', {}],
    ['application/json', { 'Content-Encoding': 'zip' }],
  ])('that is sent as %s, %j', async (type, headers) => {
    const { status, body } = await send('{"price":3}', { 'Content-Type': type, ...headers });
    expect([status, body.type]).toEqual([415, 'urn:docent:unsupported-media-type']);
  });

  test.each([
    ['gzip', bytes('{"price":3}')],
    ['gzip', new Uint8Array(gzipSync('{"price":3}').subarray(0, 20))],
    ['deflate', bytes('{"price":3}')],
    ['br', bytes('{"price":3}')],
  ])('that is not packed with %s as it says', async (encoding, content) => {
    const { status, body } = await send(content, { 'Content-Encoding': encoding });
    expect([status, body.type]).toEqual([400, 'urn:docent:malformed-json']);
    expect(body.detail).toMatch(/^The body could not be unpacked: .+\.$/);
    expect(body.errors).toMatchObject([{ in: 'body', pointer: '', rule: 'encoding' }]);
  });

  test('that does not say what it is', async () => {
    const response = await fetch(started.url + LANTERNS, { method: 'PATCH', headers: CREDENTIAL, body: bytes('{}') });
    expect(response.status).toBe(415);
  });

  test.each([
    ['of 1 MiB and a byte', bytes(named(MEBIBYTE + 1)), {}],
    ['of many MiB', bytes(named(8 * MEBIBYTE)), {}],
    [
      'that is small only until it is unpacked',
      new Uint8Array(gzipSync(named(20 * MEBIBYTE))),
      { 'Content-Encoding': 'gzip' },
    ],
  ])('%s', async (_name, content, headers) => {
    const { status, body } = await send(content, headers);
    expect([status, body.type]).toEqual([413, 'urn:docent:body-too-large']);
  });

  test.each([
    ['items', `{"dates":[${'1,'.repeat(300_000)}1]}`, 'invalid-body'],
    ['fields', `{${Array.from({ length: 60_000 }, (_, index) => `"f${index}":1`).join(',')}}`, 'unknown-field'],
  ])('in seconds and in short, with a great many faulty %s', async (_name, text, condition) => {
    const { body } = await send(text);
    expect(body.type).toBe(`urn:docent:${condition}`);
    expect(body.errors).toHaveLength(100);
  });
});

describe('a body is read', () => {
  test.each([
    ['of exactly 1 MiB', bytes(named(MEBIBYTE)), {}],
    ['that is packed', new Uint8Array(gzipSync('{"price":3}')), { 'Content-Encoding': 'gzip' }],
    [
      'in UTF-16',
      new Uint8Array(Buffer.from('\ufeff{"price":3}', 'utf16le')),
      { 'Content-Type': 'application/json; charset=utf-16' },
    ],
    ['with a byte order mark', bytes('\ufeff{"price":3}'), {}],
    ['with a media type in capitals', bytes('{"price":3}'), { 'Content-Type': 'APPLICATION/JSON;x=y' }],
  ])('%s', async (_name, content, headers) => {
    expect((await send(content, headers)).status).toBe(200);
  });

  test('with half a surrogate pair, which is returned as it was sent', async () => {
    expect((await send('{"name":"\\ud800"}')).body.name).toBe('\ud800');
  });

  test('with a field twice, of which the last counts', async () => {
    expect((await send('{"name":"a","name":"b"}')).body.name).toBe('b');
  });
});
