import type { Json } from '../../spec';
import type { ControlCall } from './control-call';
import { ControlRefusal } from './problem';
import { summaryOf } from './summary';

export function setClock({ session, body }: ControlCall): Json {
  const { today } = body as { today: string }; // its schema
  refusing('/today', () => session().clock.set(today));
  return summaryOf(session());
}

export function advanceClock({ session, body }: ControlCall): Json {
  const { days } = body as { days: number }; // its schema
  refusing('/days', () => session().clock.advance(days));
  return summaryOf(session());
}

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
