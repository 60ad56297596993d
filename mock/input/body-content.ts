import { type Content, essenceOf, isJsonMediaType, type RequestBody } from '../../spec';

/**
 * The documented content that a body is by its `Content-Type`: of several ranges that it falls in, the most specific one (OpenAPI, Request
 * Body Object). Undefined where it is none of them, or no JSON, which is all that is read.
 */
export function contentFor({ content }: RequestBody, contentType: string): Content | undefined {
  const sent = essenceOf(contentType);
  if (!isJsonMediaType(sent)) return undefined;
  const ranges = [sent, `${sent.slice(0, sent.indexOf('/'))}/*`, '*/*'];
  const candidates = ranges.map((range) => content.find(({ mediaType }) => essenceOf(mediaType) === range));
  return candidates.find((candidate) => candidate !== undefined);
}
