import { describe, expect, test } from '@jest/globals';
import { createMock, startMock } from './index';
import { CREDENTIAL, get, patch } from './test-document';

const today = '2027-03-01';
const LANTERNS = '/special-events/8c1f6b52-3d0e-4f47-9a6c-5b7e21d4f901';
const DEPOT = '/special-events/1b9d7e04-62ac-4c0d-8f3b-9e0a4c6d2702';

describe('a PATCH', () => {
  test.each([
    ['one field', { name: 'Dusk' }],
    ['every field', { name: 'N', location: 'L', eventDescription: 'E', dates: ['2028-02-29'], price: 1.5 }],
    ['zero', { price: 0 }],
    ['an empty text', { name: '', eventDescription: '' }],
    ['an empty array', { dates: [] }],
    ['a shorter array, which replaces the longer', { dates: ['2027-09-05'] }],
    ['texts of other scripts', { name: '波 \u200f‮ 👩🏽‍🚀 \u0000 "\\' }],
    ['a number with many digits', { price: 0.1234567890123 }],
    ['nothing', {}],
  ])('of %s keeps all that was not sent, and later reads show it', async (_name, sent) => {
    const mock = createMock({ today });
    const { body: before } = await get(mock, LANTERNS);

    const { body: answered, status } = await patch(mock, LANTERNS, sent);

    expect(status).toBe(200);
    expect(answered).toEqual({ ...before, ...sent });
    expect((await get(mock, LANTERNS)).body).toEqual(answered);
  });

  test('leaves the other entries as they were', async () => {
    const mock = createMock({ today });
    const { body: before } = await get(mock, DEPOT);
    await patch(mock, LANTERNS, { name: 'Dusk' });
    expect((await get(mock, DEPOT)).body).toEqual(before);
  });

  test('changes nothing when one of its fields is invalid', async () => {
    const mock = createMock({ today });
    const { body: before } = await get(mock, LANTERNS);
    const { status } = await patch(mock, LANTERNS, { name: 'Dusk', price: 'free' });
    expect(status).toBe(400);
    expect((await get(mock, LANTERNS)).body).toEqual(before);
  });

  test.each([
    ['lower', DEPOT],
    ['upper', DEPOT.toUpperCase().replace('/SPECIAL-EVENTS', '/special-events')],
  ])('finds its event by a uuid in %s case, and the identifier stays as it was', async (_name, path) => {
    const mock = createMock({ today });
    const { body } = await patch(mock, path, { price: 3 });
    expect(body).toMatchObject({ eventId: DEPOT.split('/')[2], price: 3 });
    expect((await get(mock, DEPOT)).body.price).toBe(3);
  });

  test('is forgotten by a reset, and only by that', async () => {
    const mock = createMock({ today });
    const { body: before } = await get(mock, LANTERNS);
    await patch(mock, LANTERNS, { name: 'Dusk' });
    await patch(mock, LANTERNS, { price: 2 });
    expect((await get(mock, LANTERNS)).body).toEqual({ ...before, name: 'Dusk', price: 2 });
    mock.reset();
    expect((await get(mock, LANTERNS)).body).toEqual(before);
  });

  test('of one mock is not seen by another', async () => {
    const [mock, other] = [createMock({ today }), createMock({ today })];
    await patch(mock, LANTERNS, { name: 'Dusk' });
    expect((await get(other, LANTERNS)).body.name).not.toBe('Dusk');
  });

  test('keeps its dates when the day changes, while an event that nobody changed moves on', async () => {
    let day = today;
    const mock = createMock({ today: () => day });
    await patch(mock, LANTERNS, { dates: ['2027-03-07'] });
    day = '2027-03-02';
    expect((await get(mock, LANTERNS)).body.dates).toEqual(['2027-03-07']);
    expect((await get(mock, DEPOT)).body.dates).toEqual(['2027-03-11', '2027-03-12']);
  });
});

test('Overlapping PATCHes of different fields all survive, over HTTP', async () => {
  const { url, close } = await startMock({ today });
  const patches = [{ name: 'Dusk' }, { location: 'Roof' }, { eventDescription: '' }, { dates: [] }, { price: 0 }];
  try {
    const sent = patches.map((fields) =>
      fetch(url + LANTERNS, {
        method: 'PATCH',
        headers: { ...CREDENTIAL, 'Content-Type': 'application/json' },
        body: JSON.stringify(fields),
      }),
    );
    await Promise.all(sent);
    const response = await fetch(url + LANTERNS, { headers: CREDENTIAL });
    expect(await response.json()).toMatchObject(Object.assign({}, ...patches));
  } finally {
    await close();
  }
});
