import { brotliCompressSync, deflateSync } from 'node:zlib';
import type { Change } from '../honest-server';
import { addDays, type Fields, isDate, localDate } from '../museum-data';
import { type Answer, HONEST, Refusal, readQuery, type Ways } from '../ways';
import type { Variant } from './variant';

/** Servers that are unusual in several ways at once, and right in all that is documented. */
export const ODD_VARIANTS: Variant[] = [
  { name: 'It compresses with deflate', ways: encoding('deflate', deflateSync) },
  { name: 'It compresses with Brotli', ways: encoding('br', brotliCompressSync) },
  {
    name: 'It answers what it refuses with 200 and an error object that has a name',
    ways: {
      refuse: ({ reason, message }) => ({
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ error: { name: reason, message }, name: reason }),
      }),
    },
  },
  {
    name: 'It is a day behind and refuses start dates of its past and of more than two months ahead',
    ways: {
      today: () => addDays(localDate(), -1),
      readQuery(sent, today) {
        const query = readQuery(sent, today);
        if (query.startDate < today || query.startDate > addDays(today, 100)) throw new Refusal('invalid query');
        return query;
      },
    },
  },
  {
    name: 'It is a day ahead and refuses start dates of its past',
    ways: {
      today: () => addDays(localDate(), 1),
      readQuery(sent, today) {
        const query = readQuery(sent, today);
        if (query.startDate < today) throw new Refusal('invalid query');
        return query;
      },
    },
  },
  {
    name: 'It shows the identifier in capitals, however it was asked for',
    ways: {
      identifier: (sent) => HONEST.identifier(sent.toLowerCase()),
      showEvent: capitals,
      showUpdated: capitals,
    },
  },
  {
    name: 'It refuses an update of an event that another one is being made of',
    ways: () => {
      const busy = new Set<string>();
      return {
        async update(store, eventId, patch, asked) {
          if (busy.has(eventId)) throw new Refusal('invalid body', 'try again');
          busy.add(eventId);
          await new Promise((resolve) => setTimeout(resolve, 5));
          busy.delete(eventId);
          return HONEST.update.call(this, store, eventId, patch, asked);
        },
      };
    },
  },
  {
    name: 'It refuses an update while one of any event is being made',
    ways: () => {
      let isBusy = false;
      return {
        async update(store, eventId, patch, asked) {
          if (isBusy) throw new Refusal('invalid body', 'try again');
          isBusy = true;
          await new Promise((resolve) => setTimeout(resolve, 5));
          isBusy = false;
          return HONEST.update.call(this, store, eventId, patch, asked);
        },
      };
    },
  },
  {
    name: 'It refuses every value of which it is not quite sure',
    ways: {
      readPatch(asked) {
        const patch = HONEST.readPatch(asked);
        if (Object.values(patch).some((value) => !isPlain(value))) throw new Refusal('invalid body');
        return patch;
      },
    },
  },
  {
    name: 'It refuses a page past the end of an empty list, and has no opening days',
    ways: {
      hours: () => [],
      cut(_selected, { page }) {
        if (page > 1) throw new Refusal('unknown event', 'no such page');
        return [];
      },
    },
  },
  {
    name: 'A page past the last one is the last one again',
    ways: {
      cut: (selected, { page, limit }) => {
        const last = Math.max(1, Math.ceil(selected.length / limit));
        const begin = (Math.min(page, last) - 1) * limit;
        return selected.slice(begin, begin + limit);
      },
    },
  },
  {
    name: 'It takes no two events of one name',
    ways: { update: unlessAnother((other, patch) => other.name === patch.name) },
  },
  {
    name: 'It takes no two events at one place on one day',
    ways: {
      update: unlessAnother(
        (other, patch, own) =>
          other.location === (patch.location ?? own.location) &&
          datesOf({ ...own, ...patch }).some((date) => datesOf(other).includes(date)),
      ),
    },
  },
  {
    name: 'It sends its answers byte by byte',
    ways: {
      send({ status, headers, body }, _asked, response) {
        response.writeHead(status, headers);
        for (const byte of Buffer.from(body)) response.write(Buffer.of(byte));
        response.end();
      },
    },
  },
  {
    name: 'It writes prices with an exponent',
    ways: {
      serialize: (value) =>
        JSON.stringify(value).replace(/"price":([\d.]+)/g, (_, price) => `"price":${Number(price).toExponential()}`),
    },
  },
  {
    name: 'It ends its JSON with blank lines',
    ways: { serialize: (value) => `  ${JSON.stringify(value, null, '\t')}\r\n\r\n ` },
  },
  {
    name: 'It has a single event, with dates alone',
    ways: {
      events: (today) => HONEST.events(today).slice(0, 1),
    },
  },
  {
    name: 'It knows prices and nothing else of its events',
    ways: { events: (today) => HONEST.events(today).map(({ eventId, name, price }) => ({ eventId, name, price })) },
  },
];

function capitals(event: Fields): Fields {
  return { ...event, eventId: String(event.eventId).toUpperCase() };
}

function encoding(name: string, compress: (text: string) => Buffer): Change {
  return {
    send(answer, asked, response) {
      const accepted = String(asked.headers['accept-encoding'] ?? '').includes(name);
      const encoded: Answer = accepted
        ? {
            ...answer,
            headers: { ...answer.headers, 'content-encoding': name },
            body: compress(String(answer.body)),
          }
        : answer;
      return HONEST.send(encoded, asked, response);
    },
  };
}

/** Short plain words, modest whole cents, a few dates to come. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return /^[A-Za-z0-9 ,.'-]{3,120}$/.test(value);
  if (typeof value === 'number') return value >= 1 && value <= 500 && Number.isInteger(value * 100);
  if (!Array.isArray(value) || value.length === 0 || value.length > 4) return false;
  return value.every((date, index) => isDate(date) && date > localDate() && (index === 0 || date > value[index - 1]));
}

/** Refuses an update that another event does not allow. */
function unlessAnother(isTaken: (other: Fields, patch: Fields, own: Fields) => boolean): Ways['update'] {
  return function update(store, eventId, patch, asked) {
    const own = store.get(eventId) ?? {};
    for (const [id, other] of store)
      if (id !== eventId && isTaken(other, patch, own)) throw new Refusal('invalid body', 'another event has that');
    return HONEST.update.call(this, store, eventId, patch, asked);
  };
}

function datesOf({ dates }: Fields): unknown[] {
  return Array.isArray(dates) ? dates : [];
}
