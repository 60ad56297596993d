/** Whether a media type is JSON: `application/json` or one with the suffix `+json` (RFC 6839), whatever its parameters. */
export function isJsonMediaType(mediaType: string): boolean {
  return /^[\w.!#$&^+-]+\/(json|[\w.!#$&^+-]+\+json)$/i.test(essenceOf(mediaType));
}

/** The media type as which JSON is sent where a media type or a range of them is documented; undefined where none of it is JSON. */
export function jsonMediaTypeIn(range: string): string | undefined {
  if (isJsonMediaType(range)) return range;
  return ['*/*', 'application/*'].includes(essenceOf(range)) ? 'application/json' : undefined;
}

/** A media type without its parameters, in lower case. */
export function essenceOf(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase();
}
