import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type StartedMock, startMock } from './index';
import { CREDENTIAL } from './test-document';

const LANTERNS = '/special-events/8c1f6b52-3d0e-4f47-9a6c-5b7e21d4f901';

let started: StartedMock;
beforeAll(async () => {
  started = await startMock({ today: '2027-03-01' });
});
afterAll(() => started.close());

describe('HEAD', () => {
  test.each([
    ['a list', '/museum-hours?limit=2', 200],
    ['an entry', LANTERNS, 200],
    ['an unknown path', '/nowhere', 404],
    ['an invalid query', '/museum-hours?limit=0', 400],
  ])('of %s has the headers of its GET and no body', async (_name, path, status) => {
    const [head, got] = await Promise.all(
      ['HEAD', 'GET'].map((method) => fetch(started.url + path, { method, headers: CREDENTIAL })),
    );
    expect([head?.status, got?.status]).toEqual([status, status]);
    expect(await head?.text()).toBe('');
    for (const name of ['content-type', 'content-length']) {
      expect(head?.headers.get(name)).toBe(got?.headers.get(name));
    }
  });
});

describe('OPTIONS', () => {
  test.each([
    ['/museum-hours', 'GET, HEAD, OPTIONS'],
    [LANTERNS, 'GET, PATCH, HEAD, OPTIONS'],
  ])('of %s needs no credential and says which methods there are', async (path, allow) => {
    const response = await fetch(started.url + path, { method: 'OPTIONS' });
    expect([response.status, response.headers.get('allow'), await response.text()]).toEqual([204, allow, '']);
  });

  test('of an unknown path is refused', async () => {
    expect((await fetch(`${started.url}/nowhere`, { method: 'OPTIONS' })).status).toBe(404);
  });
});

describe('a page of any origin', () => {
  const Origin = 'https://app.example';

  test('may send the credential and JSON by any method, as the pre-flight says', async () => {
    const { status, headers } = await fetch(started.url + LANTERNS, {
      method: 'OPTIONS',
      headers: {
        Origin,
        'Access-Control-Request-Method': 'PATCH',
        'Access-Control-Request-Headers': 'authorization,content-type',
      },
    });
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(Origin);
    expect(headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(headers.get('access-control-allow-headers')).toBe('authorization,content-type');
  });

  test.each([
    ['an answer', '/museum-hours', CREDENTIAL, 200],
    ['a refusal of its credential', '/museum-hours', {}, 401],
    ['a refusal of its query', '/museum-hours?x', CREDENTIAL, 400],
    ['a refusal of its path', '/nowhere', CREDENTIAL, 404],
  ])('may read %s', async (_name, path, credential, status) => {
    const response = await fetch(started.url + path, { headers: { Origin, ...credential } });
    expect(response.status).toBe(status);
    expect(response.headers.get('access-control-allow-origin')).toBe(Origin);
  });
});
