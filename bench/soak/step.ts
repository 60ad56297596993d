import type { LoadRequest } from '../requests';
import type { Expected, SessionModel } from './model';
import type { Random } from './random';

/** A request of a session; which one it is for is added when it is sent. */
export interface SoakRequest extends Omit<LoadRequest, 'method'> {
  method: 'GET' | 'PATCH' | 'PUT' | 'POST' | 'DELETE';
}

/** A request, and what should come of it; the model has taken the step already. */
export interface Step {
  request: SoakRequest;
  expected: Expected;
}

/** Makes steps of one kind. */
export interface Maker {
  /** How often, beside the others. */
  weight: number;
  make(model: SessionModel, random: Random): Step;
}
