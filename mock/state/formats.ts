import type { Ajv } from 'ajv';
import addFormats, { type FormatName } from 'ajv-formats';
import { type JsonObject, mapObjects } from '../../spec';

/** Formats of numbers that JSON does not bound: 1e-40 is a number, whatever a 32-bit float makes of it. */
const NUMBER_FORMATS = ['float', 'double', 'int32', 'int64'];

/** The formats of a document that say something to people only: those of numbers, and those that nobody has registered. */
export function uncheckedFormats(document: JsonObject): string[] {
  const named = new Set(NUMBER_FORMATS);
  mapObjects(document, (object) => {
    if (typeof object.format === 'string' && !isKnown(object.format)) named.add(object.format);
    return object;
  });
  return [...named];
}

/** Teaches a validator every format of a document. */
export function teachFormats(ajv: Ajv, document: JsonObject): void {
  addFormats(ajv as unknown as Parameters<typeof addFormats>[0]); // the dialects of Ajv differ in type only
  for (const format of uncheckedFormats(document)) ajv.addFormat(format, true);
}

function isKnown(format: string): boolean {
  try {
    return Boolean(addFormats.get(format as FormatName));
  } catch {
    return false; // which is how it says that it has none of that name
  }
}
