import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { parse } from 'yaml';
import { readService } from '../../spec';
import { startMock } from '../index';
import { changed, fileOf, libraryDocument, libraryWith, mockOf } from '../test-document';

const library = libraryWith({});
const ask = (path: string) => supertest(library).get(`/_docent${path}`);
const openapi = async (path: string) => (await ask(path).expect(200)).body;

describe('the documentation page', () => {
  test('bears the title of the document, whatever characters it has', async () => {
    const mock = libraryWith({ 'info title': '</title><script>alert("&")</script>' });
    const { text } = await supertest(mock).get('/_docent/docs').expect(200);
    expect(text).toContain('<title>&lt;/title&gt;&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;</title>');
    expect(text).not.toContain('<script>alert');
  });

  test('lets a browser load nothing but the mock, and run no script that stands in the page', async () => {
    const { headers, text } = await ask('/docs');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).not.toContain('unsafe');
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
    expect(text.match(/<script(?! defer src="docs\/)/)).toBeNull();
    expect(text).not.toMatch(/\/\/[a-z]/);
  });

  test('is found without a slash at its end too', async () => {
    const { headers } = await ask('/docs/').expect(308);
    expect(headers.location).toBe('../docs');
  });

  test('has a credential filled in only where the mock takes any', async () => {
    const filled = (text: string) => /data-credential="([^"]*)"/.exec(text)?.[1];
    expect(filled((await ask('/docs')).text)).toBe('docent');
    const { text } = await supertest(libraryWith({}, { tokens: ['s3cret'] })).get('/_docent/docs');
    expect(filled(text)).toBe('');
    expect(text).not.toContain('s3cret');
  });
});

describe('the files of the page', () => {
  test('are named with their version, and kept by a browser until that changes', async () => {
    const { text } = await ask('/docs');
    const files = [...text.matchAll(/"(docs\/[^"]+)"/g)].map(([, file]) => file);
    expect(files).toHaveLength(5);
    for (const file of files) {
      const { headers } = await ask(`/${file}`).expect(200);
      expect(headers['cache-control']).toMatch(/immutable/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      const other = await ask(`/${file?.replace(/=.*/, '=old')}`).expect(200);
      expect(other.headers['cache-control']).toBe('private, no-cache');
      await ask(`/${file}`).set('If-None-Match', String(headers.etag)).expect(304);
    }
  });

  test.each([
    '/docs/LICENSE',
    '/docs/swagger-ui.version',
    '/docs/constructor',
    '/docs/__proto__',
    '/docs/%2e%2e%2fassets.js',
    '/docs/..%2f..%2f..%2f..%2fpackage.json',
    '/docs/..%5c..%5cassets.js',
    '/docs/%2fetc%2fpasswd',
    '/docs/docs.js%00',
    '/docs/page/docs.js',
  ])('are the only ones: %s is none', async (path) => {
    await ask(path).expect(404);
  });

  test('are the only ones for clients that leave dots in their paths', async () => {
    const { url, close } = await startMock();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.end('GET /_docent/docs/../../../../package.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    const [answer] = await once(socket, 'data');
    await close();
    expect(String(answer)).toMatch(/^HTTP\/1\.1 404 /);
  });
});

describe('the document in force', () => {
  test.each(['/openapi.json', '/docs/openapi.json'])(
    'is served at %s with overlays, as one that can be read again',
    async (path) => {
      const overlay = {
        overlay: '1.0.0',
        info: { title: 'o', version: '1' },
        actions: [{ target: '$.info', update: { title: 'Renamed' } }],
      };
      const mock = mockOf(libraryDocument(), { overlays: [fileOf('overlay.json', JSON.stringify(overlay))] });
      const { text, body } = await supertest(mock).get(`/_docent${path}`).expect(200);
      expect(body.info.title).toBe('Renamed');
      const again = readService({ spec: fileOf('again.json', text) });
      expect(again.operations.map(({ id, meaning }) => [id, meaning.action])).toEqual([
        ['listBooks', 'list'],
        ['readBook', 'read'],
        ['changeBook', 'merge'],
      ]);
    },
  );

  test('is the same in YAML', async () => {
    const { text, headers } = await ask('/openapi.yaml').expect(200);
    const body = await openapi('/openapi.json');
    expect({ ...parse(text), servers: [] }).toEqual({ ...body, servers: [] });
    expect(headers['content-type']).toBe('application/yaml');
  });

  test('is the same to a reader of YAML 1.1', async () => {
    const open = { type: 'string', example: '06:00', enum: ['06:00', '2027-03-01', 'on'] };
    const { text } = await supertest(libraryWith({ 'components schemas Open': open })).get('/_docent/openapi.yaml');
    expect(parse(text, { version: '1.1' }).components.schemas.Open).toEqual(open);
  });

  test('has descriptions of its author only', async () => {
    const { servers: _servers, ...body } = await openapi('/openapi.json');
    expect(body).toEqual(JSON.parse(JSON.stringify(libraryDocument())));
  });

  test.each([
    ['the mock', '', ''],
    ['a session', '/_docent/session/one', '/_docent/session/one'],
  ])('has %s as its only server, under the name by which it was asked', async (_name, prefix, expected) => {
    const servers = [{ url: 'https://real.example' }];
    const mock = libraryWith({ servers, 'paths /books servers': servers, 'paths /books get servers': servers });
    for (const path of ['/openapi.json?a=/b', '/docs/openapi.json']) {
      const { text, body } = await supertest(mock).get(`${prefix}/_docent${path}`).set('Host', 'docent.localhost:1234');
      expect(body.servers).toEqual([{ url: `http://docent.localhost:1234${expected}` }]);
      expect(text).not.toContain('real.example');
    }
    expect(JSON.stringify(mock.service.openapi)).toContain('real.example');
  });

  test('is kept from pages of other origins', async () => {
    await ask('/openapi.json').set('Origin', 'https://evil.example').expect(403);
    await ask('/docs').set('Host', 'evil.example').expect(403);
    await ask('/docs').set('Sec-Fetch-Site', 'cross-site').expect(403);
  });
});

describe('the page says of the document', () => {
  const documentOf = async (changes: Parameters<typeof libraryWith>[0]) =>
    (await supertest(libraryWith(changes)).get('/_docent/docs/openapi.json').expect(200)).body;

  test('what is assumed of a response, and what it answers', async () => {
    const missing = { description: 'None.', 'x-docent': { when: ['unknown-resource'], source: 'assumed' } };
    const { paths } = await documentOf({ 'paths /books/{isbn} get responses 404': missing });
    const { description } = paths['/books/{isbn}'].get.responses['404'];
    expect(description).toMatch(
      /^None\.\n\n<mark.*>Assumed: the documentation does not show this\.<\/mark> Answers: unknown id/,
    );
  });

  test('what is assumed of a parameter, which is said of the parameter itself', async () => {
    const schema = { type: 'integer', default: 1, minimum: 1, 'x-docent': { assumed: ['minimum'] } };
    const { paths } = await documentOf({ 'paths /books get parameters 0 schema': schema });
    expect(paths['/books'].get.parameters[0].description).toMatch(/>Assumed: minimum 1\.</);
  });

  test('what an operation means, and how that is known', async () => {
    const { paths } = await documentOf({
      'paths /books get x-docent order': { by: 'year', source: 'observed' },
      'paths /books/{isbn} patch x-docent source': 'learned',
    });
    expect(paths['/books'].get.description).toMatch(
      /- Lists `books`\.\n- In ascending order of `year`\. <mark.*>Observed</,
    );
    expect(paths['/books/{isbn}'].patch.description).toMatch(/^- Gives the sent fields.*>Learned</);
    expect(paths['/books/{isbn}'].get.description).not.toMatch(/<mark/);
  });

  test('what answers a request that reaches no operation', async () => {
    const { info } = await documentOf({
      'x-docent responses 404': { description: 'None.', 'x-docent': { when: ['unknown-path'], source: 'expected' } },
    });
    expect(info.description).toMatch(/- `404` <mark.*>Expected: .*<\/mark> Answers: unknown path\./);
  });

  test('the same once, however many operations refer to it', async () => {
    const response = { $ref: '#/components/responses/Gone' };
    const { components, paths } = await documentOf({
      'components responses Gone': { description: 'None.', 'x-docent': { source: 'assumed' } },
      'paths /books/{isbn} get responses 404': response,
      'paths /books/{isbn} patch responses 404': response,
    });
    expect(components.responses.Gone.description.match(/<mark/g)).toHaveLength(1);
    expect(paths['/books/{isbn}'].get.responses['404']).toEqual(response);
  });

  test('the same of what stands in other files', async () => {
    const schemas = fileOf(
      'parts.json',
      JSON.stringify({ Gone: { description: 'None.', 'x-docent': { source: 'assumed' } } }),
    );
    const document = changed(libraryDocument(), {
      'paths /books/{isbn} get responses 404': { $ref: `${schemas}#/Gone` },
    });
    const { body } = await supertest(mockOf(document)).get('/_docent/docs/openapi.json').expect(200);
    expect(body.paths['/books/{isbn}'].get.responses['404']).toEqual({ $ref: '#/components/responses/Gone' });
    expect(body.components.responses.Gone.description).toMatch(/>Assumed: /);
    expect(body).not.toHaveProperty('x-docent-files');
  });
});

describe('with a control token', () => {
  const guarded = libraryWith({}, { controlToken: 's3:cret' });
  const basic = (credential: string) => ({ Authorization: `Basic ${Buffer.from(credential).toString('base64')}` });
  const PATHS = ['/docs', '/docs/docs.js', '/docs/openapi.json', '/openapi.json', '/openapi.yaml'];

  test.each(PATHS)('a browser asks for it as a password, to read %s', async (path) => {
    const { headers, body } = await supertest(guarded).get(`/_docent${path}`).expect(401);
    expect(headers['www-authenticate']).toBe('Basic realm="Docent control API", Bearer realm="Docent control API"');
    expect(body.detail).toMatch(/A browser asks for it as a password, with any name\.$/);
    await supertest(guarded).get(`/_docent${path}`).set(basic('me:s3:cret')).expect(200);
    await supertest(guarded).get(`/_docent${path}`).set(basic(':s3:cret')).expect(200);
    await supertest(guarded).get(`/_docent${path}`).set('Authorization', 'Bearer s3:cret').expect(200);
    for (const wrong of ['me:s3', 's3:cret', 'cret', '']) {
      await supertest(guarded).get(`/_docent${path}`).set(basic(wrong)).expect(401);
    }
  });

  test.each([
    ['get', '/state'],
    ['get', ''],
    ['post', '/reset'],
    ['get', '/docsy'],
  ] as const)('a password is no token for %s %s', async (method, path) => {
    await supertest(guarded)[method](`/_docent${path}`).set(basic('me:s3:cret')).expect(401);
  });

  test('a page of another origin cannot use the password that a browser has kept', async () => {
    const request = supertest(guarded).get('/_docent/openapi.json').set(basic('me:s3:cret'));
    await request.set('Origin', 'https://evil.example').expect(403);
  });
});
