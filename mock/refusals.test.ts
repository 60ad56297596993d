import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { type StartedMock, startMock } from './index';
import { CREDENTIAL } from './test-document';

const HOURS = '/museum-hours';
const LANTERNS = '/special-events/8c1f6b52-3d0e-4f47-9a6c-5b7e21d4f901';
const JSON_TYPE = { 'Content-Type': 'application/json' };

let started: StartedMock;
beforeAll(async () => {
  started = await startMock({ today: '2027-03-01' });
});
afterAll(() => started.close());

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request and sees to what holds for every refusal: a problem document as the document defines it. */
async function refused(path: string, { headers = {}, ...sent }: Sent = {}) {
  const response = await fetch(started.url + path, { ...sent, headers: { ...CREDENTIAL, ...headers } });
  const problem = (await response.json()) as Record<string, unknown>;
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(response.headers.get('x-powered-by')).toBeNull();
  expect(response.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
  expect(problem.status).toBe(response.status);
  const ajv = addFormats(new Ajv2020({ strict: false }));
  const schema = { ...started.mock.service.openapi, $ref: '#/components/schemas/Problem' };
  expect([ajv.validate(schema, problem), ajv.errors]).toEqual([true, null]);
  return { response, problem };
}

describe('a query is refused, with the parameter and what was expected,', () => {
  test.each([
    ['limit=0', 'query-out-of-range', 'limit', 'minimum', 'must be at least 1, but it was "0"'],
    ['limit=31', 'query-out-of-range', 'limit', 'maximum', 'must be at most 30, but it was "31"'],
    ['limit=-1', 'query-out-of-range', 'limit', 'minimum', 'must be at least 1, but it was "-1"'],
    ['limit=1e3', 'invalid-query', 'limit', 'type', 'must be an integer, but it was "1e3"'],
    ['limit=abc', 'invalid-query', 'limit', 'type', 'must be an integer, but it was "abc"'],
    ['limit=', 'invalid-query', 'limit', 'type', 'must be an integer, but it was ""'],
    ['limit', 'invalid-query', 'limit', 'type', 'must be an integer, but it was ""'],
    ['limit=5.0', 'invalid-query', 'limit', 'type', 'must be an integer, but it was "5.0"'],
    ['limit=0x10', 'invalid-query', 'limit', 'type', 'must be an integer, but it was "0x10"'],
    ['limit=+5', 'invalid-query', 'limit', 'type', 'must be an integer, but it was " 5"'],
    ['limit=%00', 'invalid-query', 'limit', 'type', 'must be an integer, but it was "\\u0000"'],
    ['limit=%zz', 'invalid-query', 'limit', 'encoding', 'must be percent-encoded as RFC 3986 has it'],
    ['limit=5&limit=5', 'invalid-query', 'limit', 'repeated', 'must be sent once, but it was sent 2 times'],
    ['page=0', 'query-out-of-range', 'page', 'minimum', 'must be at least 1, but it was "0"'],
    ['startDate=2026-02-30', 'invalid-query', 'startDate', 'format', 'must be a date, but it was "2026-02-30"'],
    ['startDate=', 'invalid-query', 'startDate', 'format', 'must be a date, but it was ""'],
    [
      'startDate=2027-03-01T00:00:00Z',
      'invalid-query',
      'startDate',
      'format',
      'must be a date, but it was "2027-03-01T00:00:00Z"',
    ],
    ['colour=red', 'unknown-parameter', 'colour', 'unknown', 'is not known; known are startDate, page, limit'],
    ['Limit=5', 'unknown-parameter', 'Limit', 'unknown', 'is not known; known are startDate, page, limit'],
    ['limit[]=5', 'unknown-parameter', 'limit[]', 'unknown', 'is not known; known are startDate, page, limit'],
    ['__proto__=1', 'unknown-parameter', '__proto__', 'unknown', 'is not known; known are startDate, page, limit'],
    ['constructor=1', 'unknown-parameter', 'constructor', 'unknown', 'is not known; known are startDate, page, limit'],
    ['toString', 'unknown-parameter', 'toString', 'unknown', 'is not known; known are startDate, page, limit'],
    [`${'&'.repeat(2000)}limit=31`, 'query-out-of-range', 'limit', 'maximum', 'must be at most 30, but it was "31"'],
  ])('%.40s', async (query, condition, name, rule, message) => {
    const { problem } = await refused(`${HOURS}?${query}`);
    expect(problem).toMatchObject({ type: `urn:docent:${condition}`, status: 400, detail: `${name} ${message}.` });
    expect(problem.errors).toEqual([{ in: 'query', name, rule, message }]);
  });

  test('with all that is wrong with it', async () => {
    const { problem } = await refused(`${HOURS}?page=0&limit=99&startDate=soon&x=1&x=2`);
    expect((problem.errors as { name: string }[]).map(({ name }) => name).toSorted()).toEqual([
      'limit',
      'page',
      'startDate',
      'x',
    ]);
  });

  test('with the first hundred faults, where there are a thousand', async () => {
    const { problem } = await refused(`${HOURS}?${Array.from({ length: 1000 }, (_, index) => `a${index}`).join('&')}`);
    expect(problem.errors).toHaveLength(100);
    expect(problem.detail).toMatch(/There are more faults\.$/);
  });
});

describe('an identifier', () => {
  test.each([
    ['no uuid', '12', 'malformed-identifier', 400],
    ['a broken encoding', '%', 'malformed-identifier', 400],
    ['an encoding of no UTF-8', '%C3%28', 'malformed-identifier', 400],
    ['a null byte', '%00', 'malformed-identifier', 400],
    ['an encoded slash', 'a%2Fb', 'malformed-identifier', 400],
    ['encoded dots', '%2e%2e%2f', 'malformed-identifier', 400],
    ['a member of every object', 'constructor', 'malformed-identifier', 400],
    ['the prototype', '__proto__', 'malformed-identifier', 400],
    ['thousands of characters', 'a'.repeat(5000), 'malformed-identifier', 400],
    ['an unknown uuid', '00000000-0000-4000-8000-000000000000', 'unknown-resource', 404],
    ['a slash too many', `${LANTERNS.split('/')[2]}/`, 'unknown-path', 404],
  ])('that is %s is refused when read and when changed', async (_name, identifier, condition, status) => {
    const change = { method: 'PATCH', headers: JSON_TYPE, body: '{"price":1}' };
    for (const sent of [{}, change]) {
      const { problem } = await refused(`/special-events/${identifier}`, sent);
      expect(problem).toMatchObject({ type: `urn:docent:${condition}`, status });
      if (status === 400) expect(problem.errors).toMatchObject([{ in: 'path', name: 'eventId' }]);
    }
  });
});

test.each(['12', '%', '%C3%28'])(
  'before it is looked at whether %s is an identifier, a credential is asked for',
  async (text) => {
    const answer = await fetch(`${started.url}/special-events/${text}`);
    expect(answer.status).toBe(401);
  },
);

test('an identifier that cannot be decoded is one of its operation, as the journal and Prefer have it', async () => {
  const headers = { ...CREDENTIAL, Prefer: 'code=404' };
  const answer = await fetch(`${started.url}/special-events/%E0%A4%A`, { headers });
  expect(answer.status).toBe(404);
  await answer.text();
  expect(started.mock.journal.entries.at(-1)).toMatchObject({ operation: 'getSpecialEvent' });
});

describe('a request', () => {
  test.each([
    '/',
    '//',
    '/museum-hours/',
    '/MUSEUM-HOURS',
    '/constructor',
    '/__proto__',
    '/%',
    '/special-events',
    '/special-events/a/b',
  ])('for %s is for no path', async (path) => {
    const { problem } = await refused(path);
    expect(problem).toMatchObject({ type: 'urn:docent:unknown-path', status: 404 });
  });

  test.each([
    ['POST', HOURS, 'GET, HEAD, OPTIONS'],
    ['PATCH', HOURS, 'GET, HEAD, OPTIONS'],
    ['DELETE', LANTERNS, 'GET, PATCH, HEAD, OPTIONS'],
    ['PUT', LANTERNS, 'GET, PATCH, HEAD, OPTIONS'],
  ])('%s %s is told which methods there are', async (method, path, allow) => {
    const { response, problem } = await refused(path, { method });
    expect(problem).toMatchObject({ type: 'urn:docent:method-not-allowed', status: 405 });
    expect(response.headers.get('allow')).toBe(allow);
  });

  test('without a credential learns nothing else of what is wrong with it', async () => {
    const { problem } = await refused(`${LANTERNS}?x=1`, {
      method: 'PATCH',
      headers: { Authorization: '' },
      body: '{',
    });
    expect(problem).toMatchObject({ type: 'urn:docent:missing-credential', status: 401 });
  });
});
