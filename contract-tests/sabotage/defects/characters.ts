import type { Change } from '../honest-server';
import { HONEST, Refusal } from '../ways';
import type { Defect } from './defect';

/** Signs that get lost on the way, and numbers that a column has no room for. */
export const CHARACTER_DEFECTS: Defect[] = [
  {
    name: 'It fails on line separators',
    rule: 'sent-fields-returned',
    ways: failing(/\u2028/),
    also: ['sent-fields-stored', 'unsent-fields-kept', 'update-sequences'],
  },
  {
    name: 'It fails on scripts that run from right to left',
    rule: 'unsent-fields-kept',
    ways: failing(/[\u0590-\u06ff]/),
    also: ['sent-fields-stored', 'sent-fields-returned', 'update-sequences'],
  },
  {
    name: 'It cuts texts at 4000 characters',
    rule: 'sent-fields-stored',
    ways: texts((text) => text.slice(0, 4000)),
    also: ['sent-fields-returned'],
  },
  {
    name: 'It takes no more than a price of a million, and keeps that',
    rule: 'sent-fields-stored',
    ways: {
      merge: (event, { price = event.price, ...patch }) => ({
        ...event,
        ...patch,
        ...(typeof price === 'number' && { price: Math.min(price, 1e6) }),
      }),
    },
    also: ['sent-fields-returned'],
  },
];

function texts(change: (text: string) => string): Change {
  return {
    merge: (event, patch) => ({
      ...event,
      ...Object.fromEntries(
        Object.entries(patch).map(([name, value]) => [name, typeof value === 'string' ? change(value) : value]),
      ),
    }),
  };
}

/** Fails with 500 on updates that carry some signs, and stores nothing of them. */
function failing(signs: RegExp): Change {
  return {
    readPatch(asked) {
      if (signs.test(asked.body)) throw new Refusal('invalid body', FAILED);
      return HONEST.readPatch(asked);
    },
    refuse: (refusal) => ({ ...HONEST.refuse(refusal), ...(refusal.message === FAILED && { status: 500 }) }),
  };
}

const FAILED = 'something went wrong';
