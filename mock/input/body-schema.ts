import type { LocatedSchema, Operation } from '../../spec';

/** The schema of an operation's request body: that of its first media type which has one. */
export function schemaOf({ body }: Operation): LocatedSchema | undefined {
  return body?.content.find(({ schema }) => schema !== undefined)?.schema;
}
