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
  'unknown-path': { status: 404, title: 'Unknown path', unclaimed: 'refused' },
  'method-not-allowed': { status: 405, title: 'Method not allowed', unclaimed: 'refused' },
  'missing-credential': {
    status: 401,
    title: 'No credential',
    unclaimed: 'refused',
    whenAccepted: 'the request is served without a credential',
  },
  'wrong-credential': {
    status: 401,
    title: 'Wrong credential',
    unclaimed: 'refused',
    whenAccepted: 'the request is served with any credential',
  },
  'malformed-identifier': { status: 400, title: 'Malformed identifier', unclaimed: 'refused' },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    unclaimed: 'refused',
    whenAccepted: 'the body is read as the first documented media type',
  },
  'body-too-large': { status: 413, title: 'Body too large', unclaimed: 'refused' },
  'malformed-json': { status: 400, title: 'Malformed JSON', unclaimed: 'refused' },
  'unknown-parameter': {
    status: 400,
    title: 'Unknown query parameter',
    unclaimed: 'refused',
    whenAccepted: 'the parameter is ignored',
  },
  'invalid-query': {
    status: 400,
    title: 'Invalid parameter',
    unclaimed: 'refused',
    whenAccepted: 'the parameter counts as not sent',
  },
  'query-out-of-range': {
    status: 400,
    title: 'Parameter out of range',
    unclaimed: 'refused',
    whenAccepted: 'the parameter is moved to the nearest bound',
  },
  'invalid-body': { status: 400, title: 'Invalid body', unclaimed: 'refused' },
  'unknown-field': {
    status: 400,
    title: 'Unknown field',
    unclaimed: 'accepted',
    whenAccepted: 'the field is ignored',
  },
  'null-field': {
    status: 400,
    title: 'Field is null',
    unclaimed: 'refused',
    whenAccepted: 'the field is removed (RFC 7396)',
  },
  'empty-patch': {
    status: 400,
    title: 'Empty update',
    unclaimed: 'accepted',
    whenAccepted: 'nothing is changed, and the resource is returned',
  },
  'unknown-resource': { status: 404, title: 'Unknown identifier', unclaimed: 'refused' },
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
