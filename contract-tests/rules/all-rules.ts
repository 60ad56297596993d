import type { Rule } from '../rule';
import { CONDITION_RULES } from './conditions';
import { CREDENTIAL_RULES } from './credential';
import { EXPECTED_RULES } from './expected';
import { IDENTIFIER_RULES } from './identifier';
import { LISTED_RULES } from './listed-as-read';
import { RANDOM_LIST_RULES } from './lists-at-random';
import { LOWER_BOUND_RULES } from './lower-bound';
import { DEFAULT_BOUND_RULES } from './lower-bound-default';
import { MERGE_RULES } from './merge';
import { ORDER_RULES } from './order';
import { OTHER_ENTRY_RULES } from './other-entries';
import { JOIN_RULES } from './pages-join';
import { PAGING_RULES } from './paging';
import { PARAMETER_RULES } from './parameters';
import { REFUSAL_RULES } from './refusals';
import { SHAPE_RULES } from './shape';
import { SEQUENCE_RULES } from './update-sequences';
import { TOGETHER_RULES } from './updates-together';

/** Every rule, in the order in which a report shows them. */
export const ALL_RULES: readonly Rule[] = [
  ...SHAPE_RULES,
  ...PARAMETER_RULES,
  ...ORDER_RULES,
  ...PAGING_RULES,
  ...JOIN_RULES,
  ...LOWER_BOUND_RULES,
  ...DEFAULT_BOUND_RULES,
  ...RANDOM_LIST_RULES,
  ...LISTED_RULES,
  ...IDENTIFIER_RULES,
  ...MERGE_RULES,
  ...TOGETHER_RULES,
  ...OTHER_ENTRY_RULES,
  ...SEQUENCE_RULES,
  ...CREDENTIAL_RULES,
  ...REFUSAL_RULES,
  ...EXPECTED_RULES,
  ...CONDITION_RULES,
];
