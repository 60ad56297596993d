import { fieldsOf, isObject, type JsonObject, layersOf, type Operation } from '../../spec';
import { isOnlyRead } from '../values/fields';

/**
 * What every update has to carry by the document, with the values that an entry has: it is sent along as it is and never changed, so
 * that what a check chooses stays all that an update changes.
 */
export class RequiredMembers {
  /** By operation, then by identifier in small letters. */
  readonly #ofEntries = new Map<string, Map<string, JsonObject>>();

  /** Keeps the values of an entry, as an answer shows it. */
  note(document: JsonObject, operation: Operation, identifier: string, entry: JsonObject): void {
    const names = requiredMembers(document, operation);
    if (names.length === 0) return;
    const values = Object.entries(entry).filter(([name]) => names.includes(name));
    const known = this.#ofEntries.get(operation.id) ?? new Map<string, JsonObject>();
    this.#ofEntries.set(operation.id, known.set(identifier.toLowerCase(), Object.fromEntries(values)));
  }

  /** The body of an update with what it has to carry beside; of an entry that nobody knows, with the values of another. */
  complete(operation: Operation, identifier: string, body: string): string {
    const known = this.#ofEntries.get(operation.id);
    if (known === undefined) return body;
    const [other] = known.values();
    const members = known.get(identifier.toLowerCase()) ?? other;
    const carried = objectIn(body);
    return carried === undefined ? body : JSON.stringify({ ...members, ...carried });
  }
}

/** Undefined where a text is no JSON object, as it may be on purpose. */
function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The names of what every update has to carry; what is only read does not belong into one (OpenAPI, Schema Object). */
export function requiredMembers(document: JsonObject, { body }: Operation): string[] {
  const schema = body?.json?.schema;
  if (schema === undefined) return [];
  const required = layersOf(document, schema).flatMap(({ value }) =>
    Array.isArray(value.required) ? value.required.map(String) : [],
  );
  const fields = fieldsOf(document, schema);
  return [...new Set(required)].filter((name) => {
    const field = fields.get(name);
    return field === undefined || !isOnlyRead(document, field);
  });
}
