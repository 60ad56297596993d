import type { Change } from '../honest-server';
import { HONEST, type HoursQuery, Refusal, readQuery } from '../ways';
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
];

function refusing(isTooMuch: (query: HoursQuery) => boolean): Change {
  return {
    readQuery(sent, today) {
      const query = readQuery(sent, today);
      if (isTooMuch(query)) throw new Refusal('invalid query', 'nobody reads that far');
      return query;
    },
  };
}
