import { describe, expect, test } from '@jest/globals';
import { createMock } from './index';
import { get } from './test-document';

interface Event {
  name: string;
  location: string;
  eventDescription: string;
  dates: string[];
  price: number;
}

async function events(today: string): Promise<Event[]> {
  const mock = createMock({ today });
  const identifiers = mock.identifiers('special-events');
  return Promise.all(identifiers.map(async (id) => (await get(mock, `/special-events/${id}`)).body));
}

const textsOf = ({ name, location, eventDescription }: Event) => `${name}\n${location}\n${eventDescription}`;

describe('the events of the museum', () => {
  test('are at least eight', async () => {
    expect((await events('2027-03-01')).length).toBeGreaterThanOrEqual(8);
  });

  test.each<[string, (event: Event) => boolean]>([
    ['a long name', ({ name }) => name.length > 150],
    ['text that is not Latin', (event) => /\p{Script=Han}|\p{Script=Hiragana}/u.test(textsOf(event))],
    ['text from right to left', (event) => /\p{Script=Arabic}|\p{Script=Hebrew}/u.test(textsOf(event))],
    ['emoji', (event) => /\p{Extended_Pictographic}/u.test(textsOf(event))],
    ['characters that HTML escapes', (event) => /[<>&"']/.test(textsOf(event))],
    ['no price', ({ price }) => price === 0],
    ['cents', ({ price }) => !Number.isInteger(price)],
    ['a single date', ({ dates }) => dates.length === 1],
    ['many dates', ({ dates }) => dates.length > 10],
    ['no date', ({ dates }) => dates.length === 0],
    ['an empty text', ({ eventDescription }) => eventDescription === ''],
  ])('include one with %s', async (_name, has) => {
    expect((await events('2027-03-01')).some(has)).toBe(true);
  });

  test.each(['2027-03-01', '2028-02-29', '2099-12-31'])('never expire: on %s most are to come', async (today) => {
    const dated = (await events(today)).filter(({ dates }) => dates.length > 0);
    expect(dated.every(({ dates }) => dates.some((date) => date >= today))).toBe(true);
  });
});
