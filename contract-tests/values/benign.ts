import { type Json, type JsonObject, keywordOf, type LocatedSchema } from '../../spec';
import { type Context, candidates } from './candidates';
import { isSame } from './same-value';
import { PLAIN } from './texts';

/**
 * Values of a field that no service has a reason to refuse: short plain text, dates to come, modest amounts that a binary
 * fraction holds exactly. None of them is the current value; there are none where the schema allows none that we know.
 */
export function benignValues(context: Context, schema: LocatedSchema, current: unknown): Json[] {
  const usable = (values: Json[]) =>
    values
      .filter((value) => context.oracle.maySend(schema, value))
      .filter((value) => !isSame(context.document, [schema], value, current));
  const made = usable(candidates({ ...context, current }, schema));
  const fitting = made.length > 0 ? made : usable(lastResorts(context.document, schema, current));
  const sentences = isSentence(current) ? fitting.map(asSentence) : fitting;
  return sentences.every((value) => context.oracle.maySend(schema, value)) ? sentences : fitting;
}

/** Whole values that the document shows, and what is there in another order or in part. */
function lastResorts(document: JsonObject, schema: LocatedSchema, current: unknown): Json[] {
  const examples = keywordOf(document, schema, 'examples');
  const shown = [keywordOf(document, schema, 'example'), keywordOf(document, schema, 'default')];
  const known = [...(Array.isArray(examples) ? examples : []), ...shown].filter((value) => value !== undefined);
  const parts = Array.isArray(current) ? [current.toReversed(), current.slice(0, 1)] : [];
  return [...known.filter((value) => value !== null), ...parts];
}

/** Where a field holds a sentence, or as much text as one, a service may want no less. */
function isSentence(value: unknown): boolean {
  return typeof value === 'string' && (/\p{L}[.!?]$/u.test(value) || value.length > SENTENCE_LENGTH);
}

const SENTENCE_LENGTH = 40;

function asSentence(value: Json): Json {
  const isPlain = typeof value === 'string' && PLAIN.some((text) => value.startsWith(text));
  return isPlain ? `${value}, in a sentence of its own.` : value;
}
