import { AWKWARD_DEFECTS } from './defects/awkward';
import { BODY_DEFECTS } from './defects/bodies';
import { CHARACTER_DEFECTS } from './defects/characters';
import { CREDENTIAL_DEFECTS } from './defects/credentials';
import type { Defect } from './defects/defect';
import { FIELD_DEFECTS } from './defects/fields';
import { HALF_OPEN_DEFECTS } from './defects/half-open-doors';
import { IDENTITY_DEFECTS } from './defects/identity';
import { LIST_DEFECTS } from './defects/lists';
import { MERGE_DEFECTS } from './defects/merge';
import { PAGE_DEFECTS } from './defects/pages';
import { PARAMETER_DEFECTS } from './defects/parameters';
import {
  PARTICULAR_CREDENTIAL_DEFECTS,
  PARTICULAR_LIST_DEFECTS,
  PARTICULAR_UPDATE_DEFECTS,
} from './defects/particular';
import { SIDE_EFFECT_DEFECTS } from './defects/side-effects';
import { STORAGE_DEFECTS } from './defects/storage';
import { SUBTLE_ANSWER_DEFECTS } from './defects/subtle/answers';
import { SUBTLE_CREDENTIAL_DEFECTS } from './defects/subtle/credentials';
import { SUBTLE_FIELD_DEFECTS } from './defects/subtle/fields';
import { SUBTLE_LIST_DEFECTS } from './defects/subtle/lists';
import { SUBTLE_PARAMETER_DEFECTS } from './defects/subtle/parameters';
import { SUBTLE_SEQUENCE_DEFECTS } from './defects/subtle/sequences';
import { VALUE_DEFECTS } from './defects/values';

export type { Defect };

/** Servers that each break one statement: every rule of the documentation is broken at least twice. */
export const DEFECTS: Defect[] = [
  ...BODY_DEFECTS,
  ...FIELD_DEFECTS,
  ...PARAMETER_DEFECTS,
  ...LIST_DEFECTS,
  ...PAGE_DEFECTS,
  ...IDENTITY_DEFECTS,
  ...MERGE_DEFECTS,
  ...STORAGE_DEFECTS,
  ...SIDE_EFFECT_DEFECTS,
  ...CREDENTIAL_DEFECTS,
  ...HALF_OPEN_DEFECTS,
  ...SUBTLE_LIST_DEFECTS,
  ...SUBTLE_PARAMETER_DEFECTS,
  ...SUBTLE_FIELD_DEFECTS,
  ...SUBTLE_SEQUENCE_DEFECTS,
  ...SUBTLE_ANSWER_DEFECTS,
  ...SUBTLE_CREDENTIAL_DEFECTS,
  ...VALUE_DEFECTS,
  ...AWKWARD_DEFECTS,
  ...CHARACTER_DEFECTS,
  ...PARTICULAR_LIST_DEFECTS,
  ...PARTICULAR_UPDATE_DEFECTS,
  ...PARTICULAR_CREDENTIAL_DEFECTS,
];
