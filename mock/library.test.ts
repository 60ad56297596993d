import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createMock, SessionError, type StartedMock, startMock } from './index';

const LANTERNS = '/special-events/8c1f6b52-3d0e-4f47-9a6c-5b7e21d4f901';

let started: StartedMock;
beforeAll(async () => {
  started = await startMock({ today: '2027-03-01', tokens: ['s3cret'] });
});
beforeEach(() => started.reset());
afterAll(() => started.close());

interface Caller {
  url: string;
  headers?: Readonly<Record<string, string>>;
}

async function read({ url, headers = {} }: Caller): Promise<{ price: number; dates: string[] }> {
  const response = await fetch(url + LANTERNS, { headers: { Authorization: `Basic ${started.token}`, ...headers } });
  return (await response.json()) as { price: number; dates: string[] }; // the document's schema
}

async function setPrice({ url, headers = {} }: Caller, price: number): Promise<void> {
  const sent = { Authorization: `Basic ${started.token}`, 'Content-Type': 'application/json', ...headers };
  await fetch(url + LANTERNS, { method: 'PATCH', headers: sent, body: JSON.stringify({ price }) });
}

describe('a started mock', () => {
  test('has a credential that it accepts, whether one was named or not', async () => {
    expect(started.token).toBe('s3cret');
    expect((await read(started)).price).toBe(18.5);
    const other = await startMock();
    const headers = { Authorization: `Basic ${other.token}` };
    expect((await fetch(`${other.url}/museum-hours`, { headers })).status).toBe(200);
    await other.close();
  });

  test('is refused an empty address before it listens', async () => {
    await expect(startMock({ host: '' })).rejects.toThrow(
      'Failed to start the mock:\n  host  It is "". It must be an ',
    );
  });

  test('closes once, however often it is asked to', async () => {
    const other = await startMock();
    await Promise.all([other.close(), other.close()]);
    await other.close();
    await expect(fetch(other.url)).rejects.toThrow('fetch failed');
  });

  test('is put back by a reset', async () => {
    await setPrice(started, 1);
    started.setToday('2030-01-01');
    started.switchTo('one-event');
    started.reset();
    expect(await read(started)).toMatchObject({ price: 18.5, dates: ['2027-03-06', '2027-03-13', '2027-03-20'] });
    expect(started.identifiers('special-events').length).toBeGreaterThan(1);
  });

  test('says what a snapshot is to whoever gives a name, and which resources there are', () => {
    const restore = started.restore as (snapshot: unknown) => void; // as a caller in JavaScript has it
    expect(() => restore('before-checkout')).toThrow('that is no snapshot. Give what snapshot() has returned.');
    expect(() => started.identifiers('events')).toThrow(
      'no resource "events". Its resources are museum-hours, special-events.',
    );
  });

  test('goes back to a snapshot, of another session too', async () => {
    await setPrice(started, 1);
    started.setToday('2027-03-02');
    const snapshot = started.snapshot();
    await setPrice(started, 2);
    started.reset();
    started.restore(snapshot);
    await setPrice(started, 3);
    started.restore(snapshot);
    expect([(await read(started)).price, started.today()]).toEqual([1, '2027-03-02']);
    const session = started.session('copy');
    session.restore(snapshot);
    await setPrice(session, 4);
    expect([(await read(session)).price, (await read(started)).price, session.today()]).toEqual([4, 1, '2027-03-02']);
  });

  test('has a clock to set, advance and release', () => {
    started.setToday('2028-02-28');
    started.advance(2);
    expect(started.today()).toBe('2028-03-01');
    started.setToday();
    expect(started.today()).toBe('2027-03-01');
    expect(() => started.setToday('tomorrow')).toThrow('"tomorrow" is no date. Write it as YYYY-MM-DD.');
    expect(() => started.advance(0.5)).toThrow(RangeError);
  });
});

describe('a session', () => {
  test('is reached by its URL and by its headers, and apart from others', async () => {
    const [one, two] = [started.session('one'), started.session('two')];
    await setPrice({ url: one.url }, 1);
    await setPrice({ url: started.url, headers: two.headers }, 2);
    expect((await read({ url: started.url, headers: one.headers })).price).toBe(1);
    expect((await read({ url: two.url })).price).toBe(2);
    expect((await read(started)).price).toBe(18.5);
    one.setToday('2030-01-01');
    expect([one.today(), two.today()]).toEqual(['2030-01-01', '2027-03-01']);
    one.reset();
    expect((await read({ url: one.url })).price).toBe(18.5);
    two.delete();
    expect((await read({ url: two.url })).price).toBe(18.5);
  });

  test('needs a name that fits into a URL', () => {
    expect(() => started.session('a b')).toThrow(SessionError);
    expect(() => started.session('..')).toThrow(SessionError);
  });
});

test('A mock that listens nowhere has the same', () => {
  const mock = createMock({ today: '2027-03-01' });
  const session = mock.session('one');
  session.advance(1);
  expect([session.basePath, session.headers, session.today(), mock.today()]).toEqual([
    '/_docent/session/one',
    { 'X-Docent-Session': 'one' },
    '2027-03-02',
    '2027-03-01',
  ]);
});
