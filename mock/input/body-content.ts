import { type Content, contentOf, isJsonMediaType, type RequestBody } from '../../spec';

/** The documented content that a body is by its `Content-Type`; undefined where it is none, or no JSON, which is all that is read. */
export function contentFor({ content }: RequestBody, contentType: string): Content | undefined {
  return isJsonMediaType(contentType) ? contentOf(content, contentType) : undefined;
}
