import type { Json, JsonObject, LocatedSchema } from '../../spec';
import type { Asked } from '../examination';
import type { Exchange } from '../target/exchange';

/** A field of an entry that an update may change and put back. */
export interface UpdatableField {
  name: string;
  schema: LocatedSchema;
  /** Benign values, at least one, none of them the current one. */
  values: [Json, ...Json[]];
  /** Values that a service may refuse, but neither ignore nor change. */
  awkward: Json[];
}

/** Why an update does not carry a field. */
export type WhyUnsent =
  | 'without a value'
  | 'not to be put back'
  | 'refused as it is'
  | 'in every update'
  | 'unique'
  | 'not beside others';

/** An entry that is being updated. */
export interface Trial {
  identifier: string;
  /** The entry as it was before. */
  before: JsonObject;
  /** At least one. */
  fields: [UpdatableField, ...UpdatableField[]];
  /** The other fields that an update may carry by the document. */
  unsent: ReadonlyMap<string, WhyUnsent>;
  /** Sends an update that the document promises to serve. */
  update(patch: JsonObject): Promise<Exchange>;
  /** Sends any update. */
  attempt(asked: Asked): Promise<Exchange>;
  /** The entry as it is now. */
  read(): Promise<Reading>;
  /** Another entry as it is now. */
  readOther(identifier: string): Promise<Reading>;
}

/** An entry as one answer showed it. */
export interface Reading {
  entry: JsonObject;
  exchange: Exchange;
}
