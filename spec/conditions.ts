/**
 * What can be wrong, or merely special, about a request: each condition once, in the order in which it wins when
 * several arise together.
 *
 * - `status`: the status (RFC 9110) of the answer where the document gives none.
 * - `title`: a few words for a problem document (RFC 9457).
 * - `unclaimed`: what happens where no response of the document claims the condition.
 * - `whenAccepted`: what a service does that answers the condition with a success.
 */
export const CONDITIONS = {
  /** No path of the document is that of the request. */
  'unknown-path': { status: 404, title: 'Unknown path', unclaimed: 'refused' },
  /** The path has no operation of this method; `Allow` names those that it has (RFC 9110, section 10.2.1). */
  'method-not-allowed': { status: 405, title: 'Method not allowed', unclaimed: 'refused' },
  /** Of no alternative that the operation has does the request carry all credentials. */
  'missing-credential': {
    status: 401,
    title: 'No credential',
    unclaimed: 'refused',
    whenAccepted: 'the request is served without a credential',
  },
  /** The request carries all credentials of an alternative, but they are not those that are accepted. */
  'wrong-credential': {
    status: 401,
    title: 'Wrong credential',
    unclaimed: 'refused',
    whenAccepted: 'the request is served with any credential',
  },
  /** A path parameter is not of its schema, or not percent-encoded as RFC 3986 has it. */
  'malformed-identifier': { status: 400, title: 'Malformed identifier', unclaimed: 'refused' },
  /** The operation takes no body of this `Content-Type`, or the mock cannot read its charset or content coding. */
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    unclaimed: 'refused',
    whenAccepted: 'the body is read as the first documented media type',
  },
  /** The body has more bytes than the mock reads, which is a mebibyte, packed or unpacked. */
  'body-too-large': { status: 413, title: 'Body too large', unclaimed: 'refused' },
  /** The body is no JSON text (RFC 8259), or cannot be unpacked. */
  'malformed-json': { status: 400, title: 'Malformed JSON', unclaimed: 'refused' },
  /** The query has a parameter that is neither one of the operation nor a credential. */
  'unknown-parameter': {
    status: 400,
    title: 'Unknown query parameter',
    unclaimed: 'refused',
    whenAccepted: 'the parameter is ignored',
  },
  /** A parameter of query, header or cookie is missing, repeated, badly encoded or not of its schema. */
  'invalid-query': {
    status: 400,
    title: 'Invalid parameter',
    unclaimed: 'refused',
    whenAccepted: 'the parameter counts as not sent',
  },
  /** A parameter of query, header or cookie lies beyond a bound that its schema has for numbers. */
  'query-out-of-range': {
    status: 400,
    title: 'Parameter out of range',
    unclaimed: 'refused',
    whenAccepted: 'the parameter is moved to the nearest bound',
  },
  /** The body is missing, nests too deep or is not of its schema, or an update would leave an entry that is not. */
  'invalid-body': { status: 400, title: 'Invalid body', unclaimed: 'refused' },
  /** The body has a field of which no schema that may hold there speaks. */
  'unknown-field': {
    status: 400,
    title: 'Unknown field',
    unclaimed: 'accepted',
    whenAccepted: 'the field is ignored',
  },
  /** A field of the body is null, and its schema does not allow that. */
  'null-field': {
    status: 400,
    title: 'Field is null',
    unclaimed: 'refused',
    whenAccepted: 'the field is removed (RFC 7396)',
  },
  /** An update of an entry that there is names no field. */
  'empty-patch': {
    status: 400,
    title: 'Empty update',
    unclaimed: 'accepted',
    whenAccepted: 'nothing is changed, and the resource is returned',
  },
  /** There is no entry of the identifier in the path. */
  'unknown-resource': { status: 404, title: 'Unknown identifier', unclaimed: 'refused' },
  /** A page other than the first begins behind the last entry. */
  'page-past-the-end': {
    status: 404,
    title: 'Page past the end',
    unclaimed: 'accepted',
    whenAccepted: 'the page is empty',
  },
} as const satisfies Record<string, ConditionMeaning>;

interface ConditionMeaning {
  status: number;
  title: string;
  unclaimed: 'refused' | 'accepted';
  whenAccepted?: string;
}

/** The name of a condition, as the document writes it. */
export type Condition = keyof typeof CONDITIONS;

/** All conditions, the one that wins first. */
export const CONDITION_NAMES = Object.keys(CONDITIONS) as Condition[]; // the keys are the type's own definition
