import { ANSWER_VARIANTS } from './variants/answers';
import { CALENDAR_VARIANTS } from './variants/calendars';
import { EVENT_VARIANTS } from './variants/events';
import { HOLDING_VARIANTS } from './variants/holdings';
import { LIMIT_VARIANTS } from './variants/limits';
import { ODD_VARIANTS } from './variants/odd';
import { REFUSAL_VARIANTS } from './variants/refusals';
import type { Variant } from './variants/variant';

export type { Variant };

/** Correct servers that no run may raise an alarm about. */
export const VARIANTS: Variant[] = [
  ...ANSWER_VARIANTS,
  ...CALENDAR_VARIANTS,
  ...EVENT_VARIANTS,
  ...HOLDING_VARIANTS,
  ...LIMIT_VARIANTS,
  ...REFUSAL_VARIANTS,
  ...ODD_VARIANTS,
];
