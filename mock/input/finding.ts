import type { JsonSchema } from '../../spec';
import { constant, listed, plainly } from '../state/conformance';

/** One thing that the validator found, in the document's words. */
export interface Finding {
  rule: string;
  message: string;
  /** The pointer below the part of the request that it was found in. */
  within: string;
}

/** Keywords that exclude members. */
export const UNKNOWN = ['additionalProperties', 'unevaluatedProperties'];

/** What is said of keywords whose message depends on what was sent. */
const PLAIN: Record<string, string> = { readOnly: 'is read-only' };

/** What was expected and what was received. */
export function sentence(
  { rule, message }: Finding,
  value: string | undefined,
  schema: JsonSchema | undefined,
  where = '',
): string {
  if (rule === 'required') return 'is required, but it is missing';
  const isListed = rule === 'enum' && Array.isArray(schema?.enum);
  const isConstant = rule === 'const' && schema?.const !== undefined;
  const otherwise = isConstant ? constant(schema.const) : plainly(PLAIN[rule] ?? message);
  const expected = isListed ? `must be one of ${listed(schema.enum)}` : otherwise;
  return `${expected}${where}${value === undefined ? '' : `, but it was ${value}`}`;
}
