import { gzipSync } from 'node:zlib';
import type { Change } from './honest-server';
import { addDays, hoursAround, localDate } from './museum-data';
import { HONEST, late } from './ways';

/** A correct server that differs from the honest one only where the documentation is silent. */
export interface Variant {
  /** What it does, as a sentence. */
  name: string;
  ways: Change;
}

export const VARIANTS: Variant[] = [
  { name: 'It has no opening days at all', ways: { hours: () => [] } },
  {
    name: 'Its calendar has three days',
    ways: { hours: (today) => upcoming(today).slice(0, 3) },
  },
  {
    name: 'It answers updates with 202',
    ways: { succeed: (body, asked) => ({ ...HONEST.succeed(body, asked), status: 202 }) },
  },
  { name: 'It answers 50 ms late', ways: late(50) },
  { name: 'Its today is tomorrow', ways: { today: () => addDays(localDate(), 1) } },
  {
    name: 'It compresses its answers',
    ways: {
      send: (answer, asked, response) =>
        HONEST.send(
          { ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' }, body: gzipSync(answer.body) },
          asked,
          response,
        ),
    },
  },
];

const upcoming = (today: string) => hoursAround(today).filter(({ date }) => date >= today);
