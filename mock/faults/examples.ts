import { type Answer, isObject, type Json, type JsonObject, memberOf, pointerTo, valueAt } from '../../spec';

/** An example of a response, with the media type of what it is an example of. */
export interface NamedExample {
  mediaType: string;
  value: Json;
}

/** The named examples of a response in the document, by name; of those of the same name, the first. */
export function namedExamples(openapi: JsonObject, answer: Answer): Map<string, NamedExample> {
  const found = new Map<string, NamedExample>();
  for (const { mediaType } of answer.content) {
    const named = valueAt(openapi, pointerTo(answer.pointer, 'content', mediaType, 'examples'));
    for (const [name, written] of Object.entries(isObject(named) ? named : {})) {
      const value = memberOf(referenced(openapi, written), 'value') as Json | undefined; // a member of a document
      if (value !== undefined && !found.has(name)) found.set(name, { mediaType, value });
    }
  }
  return found;
}

/** What a reference names; the reader has seen that it ends. */
function referenced(openapi: JsonObject, written: unknown): unknown {
  const target = isObject(written) ? written.$ref : undefined;
  return typeof target === 'string' ? referenced(openapi, valueAt(openapi, target)) : written;
}
