import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addDays, type StartedMock, startMock } from '../index';

const EVENTS = [
  '/special-events/8c1f6b52-3d0e-4f47-9a6c-5b7e21d4f901',
  '/special-events/1b9d7e04-62ac-4c0d-8f3b-9e0a4c6d2702',
];
const SESSIONS = 300;
const STEPS = 12;
const TODAY = '2027-03-01';

let started: StartedMock;
const agent = new Agent({ keepAlive: true, maxSockets: 20 });
beforeAll(async () => {
  started = await startMock({ today: TODAY });
});
afterAll(async () => {
  agent.destroy();
  await started.close();
});

interface Asked {
  session: string;
  path: string;
  method?: string;
  body?: unknown;
  byPath?: boolean;
}

async function ask({ session, path, method = 'GET', body, byPath = false }: Asked): Promise<unknown> {
  const prefix = byPath ? `/_docent/session/${session}` : '';
  const headers = {
    Authorization: `Basic ${started.token}`,
    ...(byPath ? {} : { 'X-Docent-Session': session }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
  const asked = httpRequest(started.url + prefix + path, { method, headers, agent });
  asked.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = await once(asked, 'response');
  let text = '';
  for await (const chunk of response) text += chunk;
  return text === '' ? undefined : JSON.parse(text);
}

/** A generator of numbers below a bound that gives the same ones for the same seed. */
function numbersFrom(seed: number): (bound: number) => number {
  let state = seed + 1;
  return (bound) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % bound;
  };
}

/** What one caller knows of its session, and does to it, checking after each step that it is as it left it. */
async function live(index: number): Promise<void> {
  const session = `session-${index}`;
  const next = numbersFrom(index);
  const prices = new Map<string, number>();
  const kept = { prices: new Map<string, number>(), today: TODAY, isTaken: false };
  let today = TODAY;
  const steps = [
    async (path: string) => {
      const price = next(1_000_000);
      prices.set(path, price);
      await ask({ session, path, method: 'PATCH', body: { price }, byPath: next(2) === 0 });
    },
    async () => {
      const days = next(30);
      today = addDays(today, days);
      await ask({ session, path: '/_docent/clock/advance', method: 'POST', body: { days } });
    },
    async () => {
      Object.assign(kept, { prices: new Map(prices), today, isTaken: true });
      await ask({ session, path: '/_docent/snapshots/kept', method: 'PUT' });
    },
    async () => {
      if (!kept.isTaken) return;
      prices.clear();
      for (const [path, price] of kept.prices) prices.set(path, price);
      today = kept.today;
      await ask({ session, path: '/_docent/snapshots/kept/restore', method: 'POST' });
    },
    async () => {
      if (next(3) > 0) return;
      prices.clear();
      today = TODAY;
      await ask({ session, path: '/_docent/reset', method: 'POST' });
    },
  ];
  for (let step = 0; step < STEPS; step += 1) {
    const path = EVENTS[next(EVENTS.length)] ?? '';
    await steps[next(steps.length)]?.(path);
    const expected = { price: prices.get(path) ?? (path === EVENTS[0] ? 18.5 : 0) };
    expect(await ask({ session, path, byPath: next(2) === 0 })).toMatchObject(expected);
    expect(await ask({ session, path: '/_docent/clock' })).toMatchObject({ session, today });
  }
  const [first] = (await ask({ session, path: '/museum-hours?limit=1' })) as { date: string }[];
  expect(first?.date).toMatch(new RegExp(`^(${[0, 1, 2, 3, 4, 5].map((days) => addDays(today, days)).join('|')})$`));
}

/** What is left of the heap, in bytes, once the garbage is gone. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

describe('hundreds of interleaved sessions', () => {
  test('never see one another', async () => {
    await Promise.all(Array.from({ length: SESSIONS }, (_, index) => live(index)));
    const { sessions, evicted } = (await ask({ session: 'session-0', path: '/_docent/sessions' })) as {
      sessions: unknown[];
      evicted: number;
    };
    expect([sessions.length, evicted]).toEqual([SESSIONS, 0]);
    await expect(ask({ session: 'another', path: '/_docent/diff' })).resolves.toEqual({});
  });

  test('cost what they change', async () => {
    const before = heapInUse();
    for (let index = 0; index < 600; index += 1) {
      started.session(`small-${index}`).advance(1);
      await ask({ session: `small-${index}`, path: EVENTS[0] ?? '', method: 'PATCH', body: { price: index } });
    }
    const each = (heapInUse() - before) / 600;
    expect(each).toBeLessThan(10_000); // bytes; a copy of the data would be many times that
  });
});
