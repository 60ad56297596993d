import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_ID } from './requests';

/** How many events the large store has. */
export const EVENTS = 100_000;

/** How many requests are sent in turn to either store; of the large one, each in a session of its own. */
export const SESSIONS = 1_000;

/** Where a request goes: to an event, in a session. */
interface Place {
  eventId: string;
  session: string;
}

/** What a mock is started with, and where requests go then, as many for either store. */
export interface StoreFixtures {
  args: readonly string[];
  places: readonly Place[];
}

/** The fixtures as they are; every request goes to the same event in the same session, which it names as the others do. */
export function smallStore(): StoreFixtures {
  return { args: [], places: Array.from({ length: SESSIONS }, () => ({ eventId: EVENT_ID, session: sessionOf(0) })) };
}

/** A file of many events, written once into the folder; each request goes to another event, in a session of its own. */
export function largeStore(folder: string): StoreFixtures {
  const file = join(folder, 'large.json');
  if (!existsSync(file)) writeFileSync(file, largeDocument());
  const step = EVENTS / SESSIONS;
  const places = Array.from({ length: SESSIONS }, (_, index) => ({
    eventId: eventIdOf(index * step),
    session: sessionOf(index),
  }));
  return { args: ['--fixtures', file], places };
}

/** The first has the identifier that every server knows. */
function largeDocument(): string {
  const events = Array.from({ length: EVENTS }, (_, index) => ({
    eventId: eventIdOf(index),
    name: `Lantern Evening ${index} in the Clock Gallery`,
    location: `Room ${index % 60}, second floor`,
    eventDescription: 'Forty clocks, no electric light. The curator winds each of them and tells whose time it kept.',
    dates: ['2027-09-05', '2027-09-08'],
    price: index % 90,
  }));
  return JSON.stringify({ 'special-events': events });
}

/** As long for each. */
function sessionOf(index: number): string {
  return `session-${String(index).padStart(3, '0')}`;
}

function eventIdOf(index: number): string {
  return index === 0 ? EVENT_ID : `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
}
