import type { Json } from '../../spec';

/**
 * What goes wrong, with which requests, and when. It does one of `status`, `cut`, `truncate` and `slow`, or it only delays;
 * a delay may stand beside any of them.
 */
export interface FaultRule {
  /** The `operationId` of the requests that it is for; unless given, any. */
  operation?: string;
  /** The method of the operations that it is for, in upper case; a HEAD counts as the GET that it stands for. */
  method?: string;
  /** The path of the operations that it is for, as the document spells it: `/books/{isbn}`. */
  path?: string;
  /** By path parameter, the value that requests need to have. */
  parameters?: Readonly<Record<string, string | number>>;
  /** How many matching requests pass before it begins; none unless given. */
  after?: number;
  /** How often it applies at most; without end unless given. */
  times?: number;
  /** With what probability it applies, from 0 to 1; always unless given. */
  probability?: number;
  /** What its chances and delays follow from: with the same seed, the nth matching request fares the same. Unless given, the rule's id. */
  seed?: number;
  /** Milliseconds before the request is looked at, or a range from which each request gets its own. */
  delay?:
    | number
    | {
        /** The shortest, in milliseconds, from 0 to 600,000. */
        from: number;
        /** The longest, in milliseconds, from that of `from` to 600,000. */
        to: number;
      };
  /** The status of the answer, which stands in place of what the operation would do. */
  status?: number;
  /** Headers of that answer. */
  headers?: Readonly<Record<string, string>>;
  /** The JSON body of that answer; unless given, what the document has for the status. */
  body?: Json;
  /** The body of that answer, as it is. */
  text?: string;
  /** The seconds of `Retry-After` on that answer; 1 unless given, on 429 and 503. */
  retryAfter?: number;
  /**
   * Closes the connection: `before` the operation is performed, `after` that without a byte of answer, or `after-headers`, which
   * the client gets, but none of the body.
   */
  cut?: 'before' | 'after' | 'after-headers';
  /** The part of the answer's body that is sent before the connection is closed, from 0 up to but without 1. */
  truncate?: number;
  /** How many bytes of the answer's body are sent a second. */
  slow?: number;
}

/** What a rule does beside a delay, of which it does one. */
export const EFFECTS = ['status', 'cut', 'truncate', 'slow'] as const;

/** Members that say more of the answer that `status` asks for. */
export const OF_STATUS = ['headers', 'body', 'text', 'retryAfter'] as const;

/** How many rules a session takes; every request is held against each of them. */
export const MOST_RULES = 100;

/** The longest delay, in milliseconds. */
const LONGEST_DELAY = 600_000;

const count = { type: 'integer', minimum: 1, maximum: 1_000_000_000 };
const milliseconds = { type: 'number', minimum: 0, maximum: LONGEST_DELAY };

/** What a rule looks like, as JSON Schema. */
export const FAULT_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    operation: { type: 'string' },
    method: { type: 'string' },
    path: { type: 'string' },
    parameters: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
    after: { ...count, minimum: 0 },
    times: count,
    probability: { type: 'number', minimum: 0, maximum: 1 },
    seed: { type: 'integer', minimum: 0, maximum: 2 ** 32 - 1 },
    delay: {
      ...milliseconds,
      type: ['number', 'object'],
      required: ['from', 'to'],
      additionalProperties: false,
      properties: { from: milliseconds, to: milliseconds },
    },
    status: { type: 'integer', minimum: 200, maximum: 599 },
    headers: { type: 'object', additionalProperties: { type: 'string' } },
    body: true,
    text: { type: 'string' },
    retryAfter: { ...count, minimum: 0 },
    cut: { enum: ['before', 'after', 'after-headers'] },
    truncate: { type: 'number', minimum: 0, exclusiveMaximum: 1 },
    slow: count,
  },
} as const;

/** What a list of rules looks like. */
export const FAULTS_SCHEMA = { type: 'array', items: FAULT_SCHEMA, maxItems: MOST_RULES } as const;
