import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type StartedMock, startMock } from 'docent';

/** An event that the fixtures have. */
const LANTERNS = '/special-events/8c1f6b52-3d0e-4f47-9a6c-5b7e21d4f901';

let museum: StartedMock;

beforeAll(async () => {
  museum = await startMock({ today: '2027-03-01' }); // on a free port
});
beforeEach(() => museum.reset());
afterAll(() => museum.close());

/** A call as the code under test would make it. */
async function call(path: string, { url = museum.url, change }: { url?: string; change?: object } = {}) {
  const response = await fetch(url + path, {
    method: change ? 'PATCH' : 'GET',
    headers: { Authorization: `Basic ${museum.token}`, 'Content-Type': 'application/json' },
    ...(change ? { body: JSON.stringify(change) } : {}),
  });
  return response.json();
}

test('what is patched is what is read afterwards; fields that were not sent stay', async () => {
  await call(LANTERNS, { change: { price: 12.5 } });
  expect(await call(LANTERNS)).toMatchObject({ price: 12.5, name: 'Lantern Evening in the Clock Gallery' });
});

test('every test begins with the same events, whatever the one before has changed', async () => {
  expect(await call(LANTERNS)).toMatchObject({ price: 18.5 });
});

test('two sessions change the same event and never see one another', async () => {
  const [ann, ben] = [museum.session('ann'), museum.session('ben')];
  await call(LANTERNS, { url: ann.url, change: { location: 'Roof' } });
  await call(LANTERNS, { url: ben.url, change: { location: 'Cellar' } });
  expect(await call(LANTERNS, { url: ann.url })).toMatchObject({ location: 'Roof' });
  expect(await call(LANTERNS, { url: ben.url })).toMatchObject({ location: 'Cellar' });
});

test('a snapshot brings back what several tests build upon', async () => {
  await call(LANTERNS, { change: { name: 'Sold out' } });
  const soldOut = museum.snapshot();
  await call(LANTERNS, { change: { name: 'Cancelled' } });
  museum.restore(soldOut);
  expect(await call(LANTERNS)).toMatchObject({ name: 'Sold out' });
});

test('on Christmas Eve the museum closes early', async () => {
  museum.setToday('2027-12-24');
  expect(await call('/museum-hours?limit=1')).toEqual([{ date: '2027-12-24', timeOpen: '10:00', timeClose: '14:00' }]);
});
