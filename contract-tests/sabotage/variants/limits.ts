import type { Change } from '../honest-server';
import { eventsFrom, type Fields } from '../museum-data';
import { HONEST, type HoursQuery, Refusal, readQuery, type Ways } from '../ways';
import type { Variant } from './variant';

/** What a server does not let its callers do, though nobody wrote that down. */
export const LIMIT_VARIANTS: Variant[] = [
  {
    name: 'It refuses pages that begin after a hundred entries',
    ways: refusing(({ page, limit }) => (page - 1) * limit >= 100),
  },
  {
    name: 'It takes no location but its own rooms',
    ways: {
      readPatch(asked) {
        const patch = HONEST.readPatch(asked);
        const rooms = [undefined, 'Clock Gallery', 'Main Hall', 'Under the Sea Exhibit', 'Great hall'];
        if (!rooms.some((room) => room === patch.location)) throw new Refusal('invalid body', 'no such room');
        return patch;
      },
    },
  },
  { name: 'It refuses pages from the ninth on', ways: refusing(({ page }) => page > 8) },
  {
    name: 'It takes no price below 10, save none',
    ways: taking(({ price = 10 }) => price === 0 || Number(price) >= 10),
  },
  { name: 'It takes no price above 15', ways: taking(({ price = 0 }) => Number(price) <= 15) },
  { name: 'It takes two dates at least', ways: taking(({ dates }) => !Array.isArray(dates) || dates.length > 1) },
  {
    name: 'It takes whole prices only, and its first event has another from before',
    ways: {
      ...taking(({ price = 1 }) => Number.isInteger(price)),
      events: (today) =>
        eventsFrom(today).map((event, index) => ({ ...event, price: index === 0 ? 14.5 : 20 + index })),
    },
  },
  { name: 'Its second event takes no update any more', ways: archiving(1) },
];

/** Takes only some of what is well-formed. */
function taking(isTaken: (patch: Fields) => boolean): Partial<Ways> {
  return {
    readPatch(asked) {
      const patch = HONEST.readPatch(asked);
      if (!isTaken(patch)) throw new Refusal('invalid body', 'not here');
      return patch;
    },
  };
}

function archiving(position: number): Partial<Ways> {
  return {
    update(store, eventId, patch, asked) {
      if ([...store.keys()].indexOf(eventId) === position) throw new Refusal('invalid body', 'archived');
      return HONEST.update.call(this, store, eventId, patch, asked);
    },
  };
}

function refusing(isTooMuch: (query: HoursQuery) => boolean): Change {
  return {
    readQuery(sent, today) {
      const query = readQuery(sent, today);
      if (isTooMuch(query)) throw new Refusal('invalid query', 'nobody reads that far');
      return query;
    },
  };
}
