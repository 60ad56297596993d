import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../honest-server';
import { addDays, eventsFrom, type Fields, localDate } from '../museum-data';
import { HONEST, Refusal, type Ways } from '../ways';
import type { Variant } from './variant';

/** What a server holds and would not take back, and how it takes an update that changes nothing. */
export const HOLDING_VARIANTS: Variant[] = [
  {
    name: 'It refuses an empty list of dates, which is all that its events have',
    ways: holding(
      () => ({ dates: [] }),
      ({ dates }) => Array.isArray(dates) && dates.length === 0,
    ),
  },
  {
    name: 'It refuses a price of zero, which its events have',
    ways: holding(
      () => ({ price: 0 }),
      ({ price }) => price === 0,
    ),
  },
  {
    name: 'It refuses an empty description, which its events have',
    ways: holding(
      () => ({ eventDescription: '' }),
      ({ eventDescription: text }) => text === '',
    ),
  },
  {
    name: 'Some of its descriptions are from before there was a limit',
    ways: holding(
      (index) => (index > 0 ? { eventDescription: 'What was said of it then. '.repeat(20) } : {}),
      ({ eventDescription: text }) => typeof text === 'string' && text.length > 500,
    ),
  },
  { name: 'It refuses an update that changes nothing', ways: { update: refuseNothing } },
  // Prices that are sent in updates, so that one of them changes nothing.
  ...[3, 7.75, 12.25, 18.5].map((price) => ({
    name: `It refuses an update that changes nothing, and all events cost ${price}`,
    ways: { ...holding(() => ({ price })), update: refuseNothing },
  })),
  {
    name: 'It answers an update that changes nothing with 304',
    ways: {
      update: refuseNothing,
      refuse: (refusal) =>
        refusal.message === NOTHING ? { status: 304, headers: {}, body: '' } : HONEST.refuse(refusal),
    },
  },
  {
    name: 'It takes no dates more than three months ahead',
    ways: holding(
      () => ({}),
      ({ dates }, today) => Array.isArray(dates) && dates.some((date) => String(date) > addDays(today, 92)),
    ),
  },
];

const NOTHING = 'nothing to change';

function refuseNothing(this: Ways, ...[store, eventId, patch, asked]: Parameters<Ways['update']>) {
  const event = store.get(eventId) ?? {};
  const isNothing = Object.entries(patch).every(([field, value]) => isDeepStrictEqual(value, event[field]));
  if (isNothing && Object.keys(patch).length > 0) throw new Refusal('invalid body', NOTHING);
  return HONEST.update.call(this, store, eventId, patch, asked);
}

/** Events that are so, of a server that refuses some updates. */
function holding(change: (index: number) => Fields, isRefused?: (sent: Fields, today: string) => boolean): Change {
  return {
    events: (today) => eventsFrom(today).map((event, index) => ({ ...event, ...change(index) })),
    ...(isRefused && {
      readPatch(asked) {
        const patch = HONEST.readPatch(asked);
        if (isRefused(patch, localDate())) throw new Refusal('invalid body', 'not like that');
        return patch;
      },
    }),
  };
}
