import type { Key } from '../../spec';

/** An identifier in the one spelling by which entries are found: a UUID is read in either case (RFC 9562, section 4). */
export function canonicalKey(value: unknown, key: Key | undefined): string {
  return key?.format === 'uuid' ? String(value).toLowerCase() : String(value);
}
