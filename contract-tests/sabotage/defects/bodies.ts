import type { Answer, Asked } from '../ways';
import { HONEST } from '../ways';
import type { Defect } from './defect';

const AFTER_AN_UPDATE = [
  'body-shape',
  'identifier-kept',
  'sent-fields-returned',
  'unsent-fields-kept',
  'arrays-replaced',
  'fields-optional',
];

/** Answers that are no JSON, or JSON of another shape. */
export const BODY_DEFECTS: Defect[] = [
  {
    name: 'Its answers begin with a guard against script inclusion',
    rule: 'json-body',
    ways: { serialize: (value) => `)]}',\n${JSON.stringify(value)}` },
  },
  {
    name: 'It answers an update with an empty body',
    rule: 'json-body',
    ways: { succeed: (body, asked) => forUpdates(asked, { status: 200, headers: {}, body: '' }, body) },
    also: AFTER_AN_UPDATE,
  },
  {
    name: 'It answers an update with the word OK',
    rule: 'json-body',
    ways: {
      succeed: (body, asked) =>
        forUpdates(asked, { status: 200, headers: { 'content-type': 'text/plain' }, body: 'OK' }, body),
    },
    also: AFTER_AN_UPDATE,
  },
  {
    name: 'It writes a price with a decimal comma',
    rule: 'json-body',
    ways: { serialize: (value) => JSON.stringify(value).replace(/("price":\d+)\./, '$1,') },
  },
  {
    name: 'A body of more than 1500 characters is cut off',
    rule: 'json-body',
    ways: { serialize: (value) => JSON.stringify(value).slice(0, 1500) },
    also: ['page-size-maximum'],
  },
  {
    name: 'Every fourth answer is followed by a line of debugging output',
    rule: 'json-body',
    ways: () => {
      let answers = 0;
      return { serialize: (value) => JSON.stringify(value) + (++answers % 4 === 0 ? '\nquery took 3 ms' : '') };
    },
  },
  {
    name: 'It wraps the hours in an object',
    rule: 'body-shape',
    ways: { showHours: (page) => ({ data: page, total: page.length }) },
  },
  {
    name: 'It wraps the hours in an object when a page is asked for',
    rule: 'body-shape',
    ways: {
      showHours: (page, { sent }) => (sent.has('page') ? { page: Number(sent.get('page')), items: page } : page),
    },
  },
  {
    name: 'From the second page on, the hours are an object keyed by position',
    rule: 'body-shape',
    ways: {
      showHours: (entries, { page, limit }) =>
        page === 1 ? entries : Object.fromEntries(entries.map((entry, index) => [(page - 1) * limit + index, entry])),
    },
    also: ['pages-join'],
  },
  {
    name: 'A page of a single entry is that entry without the array',
    rule: 'body-shape',
    ways: { showHours: (page) => (page.length === 1 ? page[0] : page) },
  },
  {
    name: 'It answers null where a start date leaves no entries',
    rule: 'body-shape',
    ways: { showHours: (entries, { page }) => (entries.length === 0 && page === 1 ? null : entries) },
  },
  {
    name: 'It wraps the list in an object where a start date leaves no entries',
    rule: 'body-shape',
    ways: { showHours: (page) => (page.length === 0 ? { data: page, total: 0 } : page) },
  },
  {
    name: 'It answers a read with a list of one event',
    rule: 'body-shape',
    ways: { showEvent: (event) => [event] },
  },
  {
    name: 'It answers an update with the event in a wrapper',
    rule: 'body-shape',
    ways: { showUpdated: (updated) => ({ updated: true, event: updated }) },
    also: AFTER_AN_UPDATE,
  },
  {
    name: 'It encodes an event as JSON twice',
    rule: 'body-shape',
    ways: {
      serialize: (value, { operation }) => JSON.stringify(operation === 'read' ? JSON.stringify(value) : value),
    },
  },
];

function forUpdates(asked: Asked, answer: Answer, body: string): Answer {
  return asked.operation === 'update' ? answer : HONEST.succeed(body, asked);
}
