import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type StartedMock, startMock } from '../index';
import { CREDENTIAL, fileOf, libraryDocument } from '../test-document';

const SESSIONS = 300;
const STEPS = 6;

let started: StartedMock;
const agent = new Agent({ keepAlive: true, maxSockets: 20 });
beforeAll(async () => {
  started = await startMock({ spec: fileOf('library.json', JSON.stringify(libraryDocument())), today: '2027-03-01' });
});
afterAll(async () => {
  agent.destroy();
  await started.close();
});

interface Asked {
  method?: string;
  prefix?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

async function ask(path: string, { method = 'GET', prefix = '', headers = {}, body }: Asked): Promise<unknown> {
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const asked = httpRequest(started.url + prefix + path, {
    method,
    headers: { ...CREDENTIAL, ...headers, ...type },
    agent,
  });
  asked.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = await once(asked, 'response');
  let text = '';
  for await (const chunk of response) text += chunk;
  return text === '' ? undefined : JSON.parse(text);
}

/** Asks for things of which it alone knows, in a session named by header and by path, some of them refused. */
async function live(index: number): Promise<void> {
  const session = `session-${index}`;
  const [byHeader, byPath] = [{ headers: { 'X-Docent-Session': session } }, { prefix: `/_docent/session/${session}` }];
  const seen: string[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    const path = [`/mine/${index}/${step}`, `/books/${index}-${step}`, `/books?mine=${index}-${step}`][step % 3] ?? '';
    const named = (index + step) % 2 === 0 ? byHeader : byPath;
    if (step % 3 === 1) await ask(path, { method: 'PATCH', body: { title: session }, ...named });
    else await ask(path, named);
    seen.push(path);
  }
  const { entries } = (await ask('/_docent/journal', byPath)) as { entries: Record<string, unknown>[] };
  expect(entries.map(({ path, query }) => path + (query ? `?${query}` : ''))).toEqual(seen);
  expect(entries.map(({ number }) => number)).toEqual(seen.map((_path, at) => at + 1));
  expect(new Set(entries.map((entry) => entry.session))).toEqual(new Set([session]));
  const expected = [{ body: { title: session }, count: 2 }, { count: STEPS }];
  expect(await ask('/_docent/verify', { method: 'POST', body: { expected }, ...byHeader })).toMatchObject({
    verified: true,
  });
  if (index % 3 === 0) await ask('/_docent/reset', { method: 'POST', ...byPath });
}

test('hundreds of interleaved sessions never see the journal of another', async () => {
  await Promise.all(Array.from({ length: SESSIONS }, (_, index) => live(index)));
  expect(started.journal.entries).toEqual([]);
  for (let index = 0; index < SESSIONS; index += 1) {
    const { entries } = started.session(`session-${index}`).journal;
    expect(entries).toHaveLength(index % 3 === 0 ? 0 : STEPS);
  }
});

test('A pre-flight is in the journal of the session that its path names', async () => {
  const headers = { Origin: 'https://app.example', 'Access-Control-Request-Method': 'GET' };
  await ask('/books', { method: 'OPTIONS', prefix: '/_docent/session/new', headers });
  expect(started.session('new').journal.entries).toMatchObject([{ method: 'OPTIONS', path: '/books' }]);
  expect(started.journal.entries).toEqual([]);
});

test('A session that has ended begins with an empty journal', async () => {
  const session = started.session('ended');
  await ask('/books', { headers: { 'X-Docent-Session': 'ended' } });
  expect(session.journal.entries).toHaveLength(1);
  session.delete();
  expect(session.journal.entries).toEqual([]);
});
