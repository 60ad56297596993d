import type { Operation } from '../../spec';
import type { Query } from './query';
import { namesIn } from './query-names';
import { validatorName } from './validator-document';

/** A parsed query as the validator is shown it: only what the operation has, so that nothing else reaches it, by its names for that. */
export function toValidatorQuery(operation: Operation, query: Query): Query {
  const kept = namesIn(operation).filter((name) => Object.hasOwn(query, name));
  return Object.fromEntries(kept.map((name) => [validatorName(name), query[name]]));
}

/** A query that the validator has read, by the document's names. */
export function fromValidatorQuery(operation: Operation, query: Query): Query {
  const kept = namesIn(operation).filter((name) => Object.hasOwn(query, validatorName(name)));
  return Object.fromEntries(kept.map((name) => [name, query[validatorName(name)]]));
}
