import { sample } from 'openapi-sampler';
import type { Json, JsonObject, LocatedSchema } from '../spec';

/** Samples of a schema, the richest first. Not each of them conforms: the sampler does not know every keyword. */
export function samplesOf(openapi: JsonObject, { value }: LocatedSchema): Json[] {
  const variants = [{}, { enablePatterns: true }, { enablePatterns: true, skipNonRequired: true }];
  // The sampler reads any JSON Schema and gives a value of it, which is Json.
  return variants.map((variant) => sample(value, { quiet: true, ...variant }, openapi) as Json);
}
