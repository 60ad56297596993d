import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Request } from './exchange';
import { type Retry, retryAfter } from './patience';
import { createTarget, type Target, type TargetOptions } from './target';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function targetOf(listener: RequestListener, options: Partial<TargetOptions> = {}): Promise<Target> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [identifiersFor, now] = [() => [], () => new Date()];
  return createTarget({ server: url, token: 's3cret', identifiersFor, mayWrite: true, now, ...options });
}

const READ: Request = { method: 'GET', path: '/things', credentials: [] };
const UPDATE: Request = { method: 'PATCH', path: '/things/1', credentials: [], body: '{"size":1}' };

/** Answers the first requests as it is told, and the others with 200. */
function atFirst(...answers: RequestListener[]): RequestListener {
  return (request, response) => {
    const next = answers.shift() ?? ((_request, last) => last.end('[]'));
    next(request, response);
  };
}

const busy =
  (status: number, headers: Record<string, string>): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end();

const broken: RequestListener = (request) => request.socket.destroy();

describe('a target', () => {
  test.each([
    ['429 with seconds', busy(429, { 'retry-after': '0' }), '429 with Retry-After'],
    ['503 with a date', busy(503, { 'retry-after': new Date().toUTCString() }), '503 with Retry-After'],
    ['a broken connection', broken, /ECONNRESET|socket hang up/],
  ])('sends a request again after %s, and tells it', async (_, answer, why) => {
    const retries: Retry[] = [];
    const target = await targetOf(atFirst(answer, answer));
    const { response } = await target.send(UPDATE, (retry) => retries.push(retry));
    expect(response.status).toBe(200);
    const retry = { method: 'PATCH', path: '/things/1', why: expect.stringMatching(why), waited: expect.any(Number) };
    expect(retries).toEqual([retry, retry]);
  });

  test.each([307, 308])('sends a request on, with its method and its body, where %d says so', async (status) => {
    const asked: string[] = [];
    const target = await targetOf((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers['content-length']}`);
      if (asked.length > 1) response.end('[]');
      else response.writeHead(status, { location: '/things/1/?size=s' }).end();
    });
    const { response } = await target.send({ ...UPDATE, query: { size: 's' } });
    expect(response.status).toBe(200);
    expect(asked).toEqual(['PATCH /things/1?size=s 10', 'PATCH /things/1/?size=s 10']);
  });

  test.each([301, 302])('sends on what only reads, where %d adds a slash to its path', async (status) => {
    const target = await targetOf((request, response) => {
      if (request.url === '/things/?size=s') response.end('[]');
      else response.writeHead(status, { location: '/things/?size=s' }).end();
    });
    expect((await target.send({ ...READ, query: { size: 's' } })).response.status).toBe(200);
    const update = await target.send({ ...UPDATE, path: '/things', query: { size: 's' } });
    expect(update.response.status).toBe(status);
  });

  test.each([
    [302, '/things/2'],
    [308, 'http://museum.example/things/1'],
    [308, '/things/1'],
  ])('shows a redirect as it is that is %d to %s', async (status, location) => {
    const target = await targetOf((_, response) => response.writeHead(status, { location }).end());
    expect((await target.send(READ)).response.status).toBe(status);
  });

  test('waits as long as it is told, and so does everybody else', async () => {
    const times: number[] = [];
    const answer = atFirst(busy(429, { 'retry-after': '1' }));
    const target = await targetOf((request, response) => {
      times.push(Date.now());
      answer(request, response);
    });
    const first = target.send(READ);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await Promise.all([first, target.send(READ)]);
    expect(times.slice(1).every((time) => time - (times[0] ?? 0) >= 990)).toBe(true);
    expect(times).toHaveLength(3);
  });

  test.each([
    ['503 without Retry-After', busy(503, {}), 503],
    ['429 that would take an hour', busy(429, { 'retry-after': '3600' }), 429],
    ['500', busy(500, { 'retry-after': '0' }), 500],
  ])('does not send a request again after %s', async (_, answer, status) => {
    const target = await targetOf(atFirst(answer));
    expect((await target.send(READ)).response.status).toBe(status);
  });

  test('does not send a POST again that may have been done', async () => {
    const target = await targetOf(atFirst(broken));
    await expect(target.send({ ...UPDATE, method: 'POST' })).rejects.toThrow('got no answer');
  });

  test('gives up on a connection that stays broken', async () => {
    let requests = 0;
    const target = await targetOf((request) => {
      requests += 1;
      request.socket.destroy();
    });
    await expect(target.send(READ)).rejects.toThrow('got no answer');
    expect(requests).toBe(4);
  });

  test('waits for an answer as long as it may, and does not ask again', async () => {
    let requests = 0;
    const target = await targetOf(() => (requests += 1), { timeout: 50 });
    await expect(target.send(READ)).rejects.toThrow('got no whole answer');
    expect(requests).toBe(1);
  });

  test('that answers nothing any more ends the run, and is still asked to put something back', async () => {
    let isGone = false;
    let asked = 0;
    const target = await targetOf((request, response) => {
      asked += 1;
      if (isGone) request.socket.destroy();
      else response.end('[]');
    });
    await target.send(READ);
    isGone = true;
    await expect(target.send(UPDATE)).rejects.toThrow(
      /^The target stopped answering: PATCH \/things\/1 got no answer: (ECONNRESET|socket hang up)/,
    );
    const before = asked;
    await expect(target.send(READ)).rejects.toMatchObject({ name: 'Ended' });
    expect(asked).toBe(before);
    isGone = false;
    expect((await target.send({ ...UPDATE, restores: true })).response.status).toBe(200);
  });

  test('that leaves one request without an answer, and answers others, has done just that', async () => {
    const target = await targetOf((request, response) => {
      if (request.method === 'PATCH') request.socket.destroy();
      else response.end('[]');
    });
    await target.send(READ);
    await expect(target.send(UPDATE)).rejects.toMatchObject({ name: 'NoAnswer' });
    expect((await target.send(READ)).response.status).toBe(200);
  });

  test.each<[string, RequestListener]>([
    ['is longer than it says', (_, response) => response.writeHead(200, { 'content-length': 2 }).socket?.end('[1]\n')],
    ['is not packed as it says', (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('[]')],
    ['is no HTTP', ({ socket }) => socket.end('hello\r\n\r\n')],
  ])('whose answer %s has answered, and tells what was asked', async (_, answer) => {
    const target = await targetOf((request, response) =>
      request.method === 'PATCH' ? answer(request, response) : response.end('[]'),
    );
    await target.send(READ);
    await expect(target.send(UPDATE)).rejects.toMatchObject({
      name: 'Unreadable',
      message: expect.stringMatching(/^PATCH \/things\/1 got an answer that cannot be read: (HPE|Z)_/),
      asked: { request: UPDATE },
    });
    expect((await target.send(READ)).response.status).toBe(200);
  });

  test('that leaves too many requests hanging ends the run', async () => {
    const target = await targetOf(() => {}, { timeout: 20 });
    for (let times = 0; times < 12; times += 1)
      await expect(target.send(UPDATE)).rejects.toMatchObject({ name: 'TimedOut' });
    await expect(target.send(UPDATE)).rejects.toThrow(
      /^The target left 12 requests without an answer, \d+ s in all, at last PATCH \/things\/1$/,
    );
  });

  test('that was away for a while is asked once more', async () => {
    const retries: Retry[] = [];
    let awayUntil = 0;
    const target = await targetOf((request, response) => {
      if (Date.now() < awayUntil) request.socket.destroy();
      else response.end('[]');
    });
    await target.send(READ);
    awayUntil = Date.now() + 1500;
    expect((await target.send(UPDATE, (retry) => retries.push(retry))).response.status).toBe(200);
    expect(retries.at(-1)).toMatchObject({ method: 'PATCH', why: 'the target was away' });
  });

  test('has at most eight requests under way', async () => {
    let [now, most] = [0, 0];
    const target = await targetOf((_, response) => {
      now += 1;
      most = Math.max(most, now);
      setTimeout(() => {
        now -= 1;
        response.end('[]');
      }, 20);
    });
    await Promise.all(Array.from({ length: 30 }, () => target.send(READ)));
    expect(most).toBe(8);
  });

  test('sends the headers of every request, names itself, and shows no value that is secret', async () => {
    const seen: unknown[] = [];
    const headers = { Cookie: 'session=s3ss10n', 'X-Trace': '7' };
    const target = await targetOf(
      (request, response) => {
        seen.push(request.headers);
        response.end('[]');
      },
      { headers, version: '1.2.3' },
    );
    const { request } = await target.send(READ);
    expect(seen).toEqual([
      expect.objectContaining({ cookie: 'session=s3ss10n', 'x-trace': '7', 'user-agent': 'docent/1.2.3' }),
    ]);
    expect(target.redact(JSON.stringify(request))).toContain('"Cookie":"[credential]"');
  });

  test('sends a credential in a cookie as it is, but for what no cookie can carry', async () => {
    const seen: unknown[] = [];
    for (const token of ['ZG9j+/==', 'a;b "c"']) {
      const target = await targetOf(
        (request, response) => {
          seen.push(request.headers.cookie);
          response.end('[]');
        },
        { token },
      );
      await target.send({
        ...READ,
        credentials: [{ in: 'cookie', carrier: 'sid', scheme: undefined, value: 'given' }],
      });
    }
    expect(seen).toEqual(['sid=ZG9j+/==', 'sid=a%3Bb%20%22c%22']);
  });

  test('makes no more requests than were announced, save to put something back', async () => {
    const target = await targetOf(atFirst(), { budget: 1 });
    await target.send(READ);
    await expect(target.send(READ)).rejects.toThrow('more requests than the 1 that --list announces');
    expect((await target.send({ ...READ, restores: true })).response.status).toBe(200);
  });

  test('sends nothing after an interruption, save to put something back', async () => {
    const controller = new AbortController();
    const target = await targetOf(atFirst(), { signal: controller.signal });
    controller.abort();
    await expect(target.send(READ)).rejects.toThrow('The run was interrupted');
    expect((await target.send({ ...UPDATE, restores: true })).response.status).toBe(200);
  });
});

test.each([
  ['3', 3000],
  [' 0 ', 0],
  ['Fri, 05 Mar 2027 10:00:02 GMT', 2000],
  ['Fri, 05 Mar 2027 09:00:00 GMT', 0],
  ['-1', undefined],
  ['soon', undefined],
  [undefined, undefined],
])('Retry-After: %s is %s ms', (header, expected) => {
  expect(retryAfter(header, new Date('2027-03-05T10:00:00Z'))).toBe(expected);
});
