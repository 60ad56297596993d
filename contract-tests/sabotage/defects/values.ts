import { addDays, type Fields, weekday } from '../museum-data';
import { HONEST } from '../ways';
import { changing } from './bends';
import type { Defect } from './defect';

/** What happens to particular values, and at particular moments. */
export const VALUE_DEFECTS: Defect[] = [
  {
    name: 'It escapes texts for HTML',
    rule: 'sent-fields-stored',
    ways: texts((text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')),
    also: ['sent-fields-returned'],
  },
  {
    name: 'It escapes quotation marks for HTML',
    rule: 'sent-fields-returned',
    ways: texts((text) => text.replace(/"/g, '&quot;').replace(/'/g, '&#39;')),
    also: ['sent-fields-stored'],
  },
  {
    name: 'It removes what looks like markup',
    rule: 'sent-fields-stored',
    ways: texts((text) => text.replace(/<[^>]*>/g, '')),
    also: ['sent-fields-returned'],
  },
  {
    name: 'It removes backslashes',
    rule: 'sent-fields-stored',
    ways: texts((text) => text.replace(/\\/g, '')),
    also: ['sent-fields-returned'],
  },
  {
    name: 'It decodes texts as if they stood in a query',
    rule: 'sent-fields-stored',
    ways: texts((text) => new URLSearchParams(`text=${text.replace(/&/g, '%26')}`).get('text') ?? text),
    also: ['sent-fields-returned'],
  },
  {
    name: 'A text of digits becomes a number',
    rule: 'sent-fields-returned',
    ways: texts((text) => (/^\d+$/.test(text) ? Number(text) : text)),
    also: ['sent-fields-stored'],
  },
  {
    name: 'The text null becomes no value',
    rule: 'sent-fields-returned',
    ways: texts((text) => (text === 'null' ? null : text)),
    also: ['sent-fields-stored'],
  },
  {
    name: 'It cuts texts at 1024 characters',
    rule: 'sent-fields-stored',
    ways: texts((text) => text.slice(0, 1024)),
    also: ['sent-fields-returned'],
  },
  {
    name: 'It writes accents as characters of their own',
    rule: 'sent-fields-stored',
    ways: texts((text) => text.normalize('NFD')),
    also: ['sent-fields-returned'],
  },
  {
    name: 'It keeps whole cents, cut off after multiplying by a hundred',
    rule: 'sent-fields-stored',
    ways: changing('price', (price) => Math.trunc(Number(price) * 100) / 100),
    also: ['sent-fields-returned'],
  },
  {
    name: 'A price below one counts as nothing',
    rule: 'sent-fields-returned',
    ways: changing('price', (price) => (Number(price) < 1 ? 0 : price)),
    also: ['sent-fields-stored'],
  },
  {
    name: 'It keeps at most ten dates',
    rule: 'arrays-replaced',
    ways: dating((dates) => dates.slice(0, 10)),
    also: ['sent-fields-stored', 'sent-fields-returned'],
  },
  {
    name: 'Dates on a Sunday are moved to the Monday after it',
    rule: 'arrays-replaced',
    ways: dating((dates) => dates.map((date) => (weekday(date) === 0 ? addDays(date, 1) : date))),
    also: ['sent-fields-stored', 'sent-fields-returned'],
  },
  {
    name: 'Dates in summer are a day early',
    rule: 'sent-fields-stored',
    ways: dating((dates) => dates.map((date) => (/-0[4-9]-/.test(date) ? addDays(date, -1) : date))),
    also: ['arrays-replaced', 'sent-fields-returned'],
  },
  {
    name: 'An entry on a start date in the past is left out',
    rule: 'lower-bound-inclusive',
    ways: {
      select: (entries, query) =>
        HONEST.select(entries, query).filter(({ date }) => date !== query.startDate || date >= query.today),
    },
  },
  {
    name: 'It stores an update a tenth of a second after the answer',
    rule: 'sent-fields-stored',
    ways: {
      update(store, eventId, patch, asked) {
        const updated = this.merge(store.get(eventId) ?? {}, patch, asked);
        setTimeout(() => store.set(eventId, updated), 100).unref();
        return updated;
      },
    },
  },
  {
    name: 'It answers an update of the price alone with 204 and no body',
    rule: 'sent-fields-returned',
    ways: {
      send(answer, asked, response) {
        const isBare = asked.operation === 'update' && /^\{"price":[^,]*\}$/.test(asked.body) && answer.status < 300;
        return HONEST.send(isBare ? { status: 204, headers: {}, body: '' } : answer, asked, response);
      },
    },
  },
];

function texts(change: (text: string) => unknown): Defect['ways'] {
  const changed = (patch: Fields) =>
    Object.entries(patch).map(([field, value]) => [field, typeof value === 'string' ? change(value) : value]);
  return { merge: (event, patch) => ({ ...event, ...Object.fromEntries(changed(patch)) }) };
}

function dating(change: (dates: string[]) => string[]): Defect['ways'] {
  return changing('dates', (dates) => (Array.isArray(dates) ? change(dates) : dates));
}
