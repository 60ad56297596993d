import type { Json } from '../../spec';
import type { ControlCall } from './control-call';
import { ControlRefusal } from './problem';
import { summaryOf } from './summary';

/**
 * Sets the date of the session, which stands still from then on.
 * @throws {ControlRefusal} invalid-control-body, for a year that the clock does not have
 */
export function setClock({ session, body }: ControlCall): Json {
  const { today } = body as { today: string }; // its schema
  refusing('/today', () => session().clock.set(today));
  return summaryOf(session());
}

/**
 * Moves the date of the session by whole days, back where they are negative; a clock that runs goes on running.
 * @throws {ControlRefusal} invalid-control-body, where that leads to a year that the clock does not have
 */
export function advanceClock({ session, body }: ControlCall): Json {
  const { days } = body as { days: number }; // its schema
  refusing('/days', () => session().clock.advance(days));
  return summaryOf(session());
}

/** Lets the clock of the session run with the mock's own again, whether it was set or advanced. */
export function releaseClock({ session }: ControlCall): Json {
  session().clock.release();
  return summaryOf(session());
}

/** A date that the clock does not take is a fault of the body. */
function refusing(pointer: string, change: () => void): void {
  try {
    change();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ControlRefusal('invalid-control-body', error.message, [{ pointer, message: error.message }]);
  }
}
