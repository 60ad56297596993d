import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../spec';
import { growthIn } from './soak/growth';
import { Lane } from './soak/lane';
import { type Expected, SessionModel } from './soak/model';
import { Random } from './soak/random';
import type { SoakRequest } from './soak/step';

async function run(...args: string[]): Promise<{ status: number | null; printed: string }> {
  const child = spawn(process.execPath, [join(__dirname, 'soak.js'), ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  const [status] = await once(child, 'close');
  return { status, printed };
}

test('Thousands of different requests are answered as they should be', async () => {
  const { status, printed } = await run('2000', '--seed', '7');
  expect(printed).toContain('2000 requests with seed 7: 0 answered wrongly.');
  expect(printed).toMatch(/^\| 2,000 +\|/m);
  expect(status).toBe(0);
});

test('A count that is none is refused', async () => {
  expect((await run('many')).status).toBe(2);
});

const EVENT = { eventId: 'a', name: 'A', price: 1 };
const BEGINNING = { today: '2027-03-01', 'museum-hours': [], 'special-events': [EVENT] };

describe('A lane', () => {
  const laneOf = (seed: number, send: (request: SoakRequest) => Expected) =>
    new Lane({
      ...{ name: 'lane', beginning: BEGINNING, life: 50 },
      random: new Random(seed),
      send: async (request) => send(request),
    });

  const requestsOf = async (seed: number) => {
    const sent: SoakRequest[] = [];
    const lane = laneOf(seed, (request) => {
      sent.push(request);
      return 'cut';
    });
    for (let turn = 0; turn < 200; turn += 1) await lane.step();
    return sent;
  };

  test('sends the same again with the same seed, and other requests with another', async () => {
    expect(await requestsOf(1)).toEqual(await requestsOf(1));
    expect(await requestsOf(1)).not.toEqual(await requestsOf(2));
  });

  test('ends each of its sessions after as many requests as they last', async () => {
    const ends = (await requestsOf(1)).filter(({ path }) => path.startsWith('/_docent/sessions/'));
    expect(ends.map(({ path }) => path.split('/').at(-1))).toEqual(['lane-0', 'lane-1', 'lane-2', 'lane-3']);
  });

  test('tells what was answered wrongly, and what was expected', async () => {
    const lane = laneOf(1, () => ({ status: 500 }));
    expect(await lane.step()).toMatch(/^lane-0, request 1: \{"method".* gave \{"status":500\}; expected was /);
  });
});

describe('The model of a session', () => {
  test('keeps what was merged until it is reset or restored', () => {
    const model = new SessionModel(BEGINNING);
    model.keep('before');
    expect(model.patch('a', { price: 2 })).toEqual({ ...EVENT, price: 2 });
    expect(model.event('a')).toEqual({ ...EVENT, price: 2 });
    model.restore('before');
    expect(model.event('a')).toEqual(EVENT);
    model.patch('a', { name: 'B' });
    model.reset();
    expect((model.state()['special-events'] as JsonObject[])[0]).toEqual(EVENT);
  });

  test('performs nothing while a fault answers, and then again', () => {
    const model = new SessionModel(BEGINNING);
    model.fault = { rule: { status: 503 }, left: 1 };
    const update = () => ({ status: 200, body: model.patch('a', { price: 3 }) });
    expect(model.perform(update)).toEqual({ status: 503 });
    expect(model.event('a')).toEqual(EVENT);
    expect(model.perform(update)).toEqual({ status: 200, body: { ...EVENT, price: 3 } });
  });
});

describe('Growth', () => {
  const samplesOf = (resident: (index: number) => number, count = 30, handles = 20) =>
    Array.from({ length: count }, (_, index) => ({ requests: index, resident: resident(index), heap: 30, handles }));

  test.each([
    ['that goes on is told', (index: number) => 100 + 2 * index, ['The resident memory grew from 129.0 to 153.0.']],
    ['that has ended by the middle is none', (index: number) => 100 + Math.min(index, 12) * 5, []],
    ['of less than a tenth is none', (index: number) => 100 + index / 2, []],
  ])('%s', (_name, resident, told) => {
    expect(growthIn(samplesOf(resident))).toEqual(told);
  });

  test('of memory is not judged by a few samples', () => {
    expect(growthIn(samplesOf((index) => 100 + 50 * index, 5))).toEqual([]);
  });

  test('of active resources is', () => {
    const leaking = samplesOf(() => 100, 5).map((sample, index) => ({ ...sample, handles: 20 + 10 * index }));
    expect(growthIn(leaking)).toEqual(['The active resources grew from 40.0 to 60.0.']);
  });
});
