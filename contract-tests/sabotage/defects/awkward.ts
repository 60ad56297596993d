import type { Change } from '../honest-server';
import { addDays, localDate } from '../museum-data';
import { type Answer, HONEST, Refusal, type Store } from '../ways';
import { changing } from './bends';
import type { Defect } from './defect';

/** What is neither taken as it is nor refused, of what the document allows. */
export const AWKWARD_DEFECTS: Defect[] = [
  {
    name: 'It fails on quotation marks',
    rule: 'sent-fields-returned',
    ways: failing(({ body }) => body.includes('\\"')),
    also: ['sent-fields-stored', 'unsent-fields-kept', 'update-sequences'],
  },
  {
    name: 'It fails on an empty list of dates',
    rule: 'arrays-replaced',
    ways: failing(({ body }) => body.includes('"dates":[]')),
    also: ['sent-fields-returned', 'sent-fields-stored', 'unsent-fields-kept'],
  },
  {
    name: 'It answers an update to a price of zero with 204 and no body',
    rule: 'sent-fields-returned',
    ways: answeringUpdates(({ body }, answer) =>
      answer.status < 300 && body.includes('"price":0}') ? { status: 204, headers: {}, body: '' } : answer,
    ),
  },
  {
    name: 'It leaves out dates that have passed',
    rule: 'sent-fields-stored',
    ways: changing('dates', (dates) => (dates as string[]).filter((date) => date >= localDate())),
    also: ['arrays-replaced', 'sent-fields-returned'],
  },
  {
    name: 'It keeps no more than twenty dates',
    rule: 'arrays-replaced',
    ways: changing('dates', (dates) => (dates as string[]).slice(0, 20)),
    also: ['sent-fields-stored', 'sent-fields-returned'],
  },
  {
    name: 'It moves the leap day to the first of March',
    rule: 'arrays-replaced',
    ways: changing('dates', (dates) =>
      (dates as string[]).map((date) => (date.endsWith('-02-29') ? addDays(date, 1) : date)),
    ),
    also: ['sent-fields-stored', 'sent-fields-returned'],
  },
  {
    name: 'It makes one blank of any white space',
    rule: 'sent-fields-stored',
    ways: changing('eventDescription', (text) => String(text).replace(/\s+/g, ' ')),
    also: ['sent-fields-returned'],
  },
  {
    name: 'It takes a number sign for the beginning of a comment',
    rule: 'sent-fields-returned',
    ways: changing('name', (text) => String(text).replace(/#.*/, '')),
    also: ['sent-fields-stored'],
  },
  {
    name: 'It takes two dashes for the beginning of a comment',
    rule: 'sent-fields-returned',
    ways: changing('name', (text) => String(text).replace(/--.*/, '')),
    also: ['sent-fields-stored'],
  },
  {
    name: 'It makes a time of a text that looks like a date',
    rule: 'sent-fields-stored',
    ways: changing('location', (text) => (/^\d{4}-\d\d-\d\d$/.test(String(text)) ? `${text}T00:00:00Z` : text)),
    also: ['sent-fields-returned'],
  },
  {
    name: 'It makes a number of a text that looks like one with an exponent',
    rule: 'sent-fields-returned',
    ways: changing('eventDescription', (text) => (/^\d+e\d+$/.test(String(text)) ? String(Number(text)) : text)),
    also: ['sent-fields-stored'],
  },
  {
    name: 'It caps prices at 9999',
    rule: 'sent-fields-stored',
    ways: changing('price', (price) => Math.min(Number(price), 9999)),
    also: ['sent-fields-returned'],
  },
  {
    name: 'It takes no notice of a name that another event has',
    rule: 'sent-fields-stored',
    ways: {
      update(store, eventId, patch, asked) {
        const { name, ...others } = patch;
        return HONEST.update.call(this, store, eventId, isTaken(store, eventId, name) ? others : patch, asked);
      },
    },
  },
  {
    name: 'It answers an update of the price alone with a page',
    rule: 'json-body',
    ways: answeringUpdates(({ body }, answer) =>
      /^\{"price":[^,]*\}$/.test(body)
        ? { ...answer, headers: { 'content-type': 'text/html' }, body: '<p>It is saved.</p>' }
        : answer,
    ),
    also: [
      ...['body-shape', 'fields-conform', 'identifier-kept', 'sent-fields-returned', 'unsent-fields-kept'],
      ...['whole-entry-returned', 'update-repeatable', 'updates-at-once'],
    ],
  },
  {
    name: 'Its reads leave out the price, which its updates show',
    rule: 'unsent-fields-kept',
    ways: { showEvent: ({ price: _price, ...others }) => others, showUpdated: (updated) => updated },
  },
];

function isTaken(store: Store, eventId: string, name: unknown): boolean {
  return [...store].some(([id, event]) => id !== eventId && event.name === name);
}

interface Sent {
  body: string;
}

/** Fails with 500 on some updates, and stores nothing of them. */
function failing(isFatal: (sent: Sent) => boolean): Change {
  return {
    readPatch(asked) {
      if (isFatal(asked)) throw new Refusal('invalid body', FAILED);
      return HONEST.readPatch(asked);
    },
    refuse: (refusal) => ({ ...HONEST.refuse(refusal), ...(refusal.message === FAILED && { status: 500 }) }),
  };
}

const FAILED = 'something went wrong';

function answeringUpdates(change: (sent: Sent, answer: Answer) => Answer): Change {
  return {
    send: (answer, asked, response) =>
      HONEST.send(asked.operation === 'update' ? change(asked, answer) : answer, asked, response),
  };
}
