import { describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import type { Json } from '../spec';
import { createMock } from './index';
import { libraryWith } from './test-document';

const today = '2027-03-01';

describe('where any credential will do', () => {
  const mock = createMock({ today });
  test.each([
    ['base64', 'Basic dXNlcjpwYXNzd29yZA==', 200],
    ['no base64', 'Basic ~~~', 200],
    ['a text with colons', 'Basic user:pass:word', 200],
    ['a lower-case scheme', 'basic dGVzdA==', 200],
    ['an upper-case scheme', 'BASIC dGVzdA==', 200],
    ['two spaces', 'Basic  dGVzdA==', 200],
    ['no header', undefined, 401],
    ['an empty header', '', 401],
    ['a scheme alone', 'Basic', 401],
    ['a scheme and a space', 'Basic ', 401],
    ['another scheme', 'Bearer dGVzdA==', 401],
    ['another scheme that begins alike', 'BasicX dGVzdA==', 401],
    ['the scheme inside another credential', 'Bearer Basic dGVzdA==', 401],
    ['a token without a scheme', 'dGVzdA==', 401],
  ])('%s is answered as it should be', async (_name, authorization, status) => {
    const request = supertest(mock).get('/museum-hours');
    const { body, headers, ...response } = await (authorization === undefined
      ? request
      : request.set({ authorization }));
    expect(response.status).toBe(status);
    if (status === 401) {
      expect(body).toMatchObject({ type: 'urn:docent:missing-credential', status: 401 });
      expect(headers['www-authenticate']).toBe('Basic realm="Museum Information Service"');
    }
  });

  test.each(['?Authorization=Basic%20dGVzdA==', '?access_token=dGVzdA==', '?token=dGVzdA=='])(
    'a credential in the query, %s, is none',
    async (query) => {
      expect((await supertest(mock).get(`/museum-hours${query}`)).status).toBe(401);
    },
  );

  test('a credential in a cookie is none', async () => {
    expect((await supertest(mock).get('/museum-hours').set('Cookie', 'Authorization=Basic dGVzdA==')).status).toBe(401);
  });
});

describe('where credentials are named', () => {
  const mock = createMock({ today, tokens: ['first', 'dXNlcjpw:'] });
  test.each([
    ['the first', 'Basic first', 200, undefined],
    ['the second', 'basic dXNlcjpw:', 200, undefined],
    ['another', 'Basic third', 401, 'urn:docent:wrong-credential'],
    ['one in other case', 'Basic FIRST', 401, 'urn:docent:wrong-credential'],
    ['the beginning of one', 'Basic firs', 401, 'urn:docent:wrong-credential'],
    ['a member of every object', 'Basic constructor', 401, 'urn:docent:wrong-credential'],
    ['none', 'Basic', 401, 'urn:docent:missing-credential'],
  ])('%s is answered as it should be', async (_name, authorization, status, type) => {
    const { body, headers, ...response } = await supertest(mock).get('/museum-hours').set({ authorization });
    expect([response.status, body.type]).toEqual([status, type]);
    expect(headers['www-authenticate'] === undefined).toBe(status === 200);
    expect(JSON.stringify(body)).not.toContain('third');
  });
});

describe('a document', () => {
  const schemes = {
    inHeader: { type: 'apiKey', in: 'header', name: 'X-Key' },
    inQuery: { type: 'apiKey', in: 'query', name: 'key' },
    inCookie: { type: 'apiKey', in: 'cookie', name: 'session' },
    bearer: { type: 'http', scheme: 'bearer' },
    oauth: { type: 'oauth2', flows: {} },
  };
  test.each([
    ['an API key in a header', [{ inHeader: [] }], { 'x-key': 'k' }, '', 'ApiKey realm="Library", name="X-Key"'],
    ['an API key in the query', [{ inQuery: [] }], {}, '?key=k', 'ApiKey realm="Library", name="key"'],
    [
      'an API key in a cookie',
      [{ inCookie: [] }],
      { cookie: 'a=b; session="k"' },
      '',
      'ApiKey realm="Library", name="session"',
    ],
    ['a bearer token', [{ bearer: [] }], { authorization: 'bearer t' }, '', 'Bearer realm="Library"'],
    ['an OAuth token', [{ oauth: [] }], { authorization: 'Bearer t' }, '', 'Bearer realm="Library"'],
    [
      'one of two',
      [{ inHeader: [] }, { bearer: [] }],
      { authorization: 'Bearer t' },
      '',
      'ApiKey realm="Library", name="X-Key", Bearer realm="Library"',
    ],
    [
      'two together',
      [{ inHeader: [], inQuery: [] }],
      { 'x-key': 'k' },
      '?key=k',
      'ApiKey realm="Library", name="X-Key", ApiKey realm="Library", name="key"',
    ],
  ])('may ask for %s', async (_name, security, headers, query, challenge) => {
    const mock = libraryWith({ 'components securitySchemes': schemes, security });
    const refused = await supertest(mock).get('/books');
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, challenge]);
    expect((await supertest(mock).get(`/books${query}`).set(headers)).status).toBe(200);
  });

  test.each([
    ['nothing', []],
    ['nothing or a credential', [{}, { login: [] }]],
  ])('may ask for %s', async (_name, security) => {
    const mock = libraryWith({ 'paths /books get security': security });
    expect((await supertest(mock).get('/books')).status).toBe(200);
    expect((await supertest(mock).get('/books/a')).status).toBe(401);
  });

  test('may have a title that no header can carry', async () => {
    const mock = libraryWith({ 'info title': 'Bücher "und"\r\nmehr\\ 本' });
    const { headers } = await supertest(mock).get('/books');
    expect(headers['www-authenticate']).toBe('Basic realm="B?cher \\"und\\"??mehr\\\\ ?"');
  });
});

describe('a certificate, which a mock over plain HTTP does not see, counts as given', () => {
  const schemes = { 'components securitySchemes tls': { type: 'mutualTLS' } };
  test.each<[string, Json, Record<string, string>, number, string | undefined]>([
    ['alone', [{ tls: [] }], {}, 200, undefined],
    ['beside a credential that was sent', [{ login: [], tls: [] }], { Authorization: 'Basic right' }, 200, undefined],
    ['beside a wrong one', [{ login: [], tls: [] }], { Authorization: 'Basic x' }, 401, 'urn:docent:wrong-credential'],
    ['beside one that is missing', [{ tls: [], login: [] }], {}, 401, 'urn:docent:missing-credential'],
    ['instead of a credential', [{ login: [] }, { tls: [] }], {}, 200, undefined],
  ])('%s', async (_name, security, headers, status, type) => {
    const mock = libraryWith({ ...schemes, security }, { tokens: ['right'] });
    const { body, ...response } = await supertest(mock).get('/books').set(headers);
    expect([response.status, body.type]).toEqual([status, type]);
  });
});
