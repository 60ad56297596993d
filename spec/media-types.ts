import type { Content } from './service';

/** Whether a media type is JSON: `application/json` or one with the suffix `+json` (RFC 6839), whatever its parameters. */
export function isJsonMediaType(mediaType: string): boolean {
  return /^[\w.!#$&^+-]+\/(json|[\w.!#$&^+-]+\+json)$/i.test(essenceOf(mediaType));
}

/** The media type as which JSON is sent where a media type or a range of them is documented; undefined where none of it is JSON. */
export function jsonMediaTypeIn(range: string): string | undefined {
  if (isJsonMediaType(range)) return range;
  return ['*/*', 'application/*'].includes(essenceOf(range)) ? 'application/json' : undefined;
}

/** The media type as which something is sent where a media type or a range of them is documented. */
export function sentAs(range: string): string {
  return essenceOf(range) === 'text/*' ? 'text/plain' : (jsonMediaTypeIn(range) ?? range);
}

/** Of what is documented, that which is sent as JSON: a media type rather than a range that has one. */
export function jsonContentIn(documented: readonly Content[]): Content | undefined {
  const isRange = ({ mediaType }: Content) => jsonMediaTypeIn(mediaType) !== undefined;
  return documented.find(({ mediaType }) => isJsonMediaType(mediaType)) ?? documented.find(isRange);
}

/** A media type without its parameters, in lower case. */
export function essenceOf(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase();
}

/** Of what is documented, that which a body is by its `Content-Type`: of several ranges the most specific one (OpenAPI, Request Body Object). */
export function contentOf(documented: readonly Content[], contentType: string): Content | undefined {
  const sent = essenceOf(contentType);
  const ranges = [sent, `${sent.slice(0, sent.indexOf('/'))}/*`, '*/*'];
  const candidates = ranges.map((range) => documented.find(({ mediaType }) => essenceOf(mediaType) === range));
  return candidates.find((candidate) => candidate !== undefined);
}
