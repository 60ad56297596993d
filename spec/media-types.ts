/** Whether a media type is JSON: `application/json` or one with the suffix `+json` (RFC 6839), whatever its parameters. */
export function isJsonMediaType(mediaType: string): boolean {
  return /^[\w.!#$&^+-]+\/(json|[\w.!#$&^+-]+\+json)$/i.test(essenceOf(mediaType));
}

/** A media type without its parameters, in lower case. */
export function essenceOf(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase();
}
