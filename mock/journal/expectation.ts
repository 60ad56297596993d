import { type Json, type JsonObject, pointerTo } from '../../spec';
import { Conformance } from '../state/conformance';

/** A request that is expected, by what is said of it; whatever is not said may be anything. */
export interface ExpectedRequest {
  /** The id of the operation that it is for. */
  operation?: string;
  /** An OPTIONS request, as browsers send before others, counts only where it is expected by this name. */
  method?: string;
  /** The path, in which a segment in braces may be anything: `/books/{isbn}`. */
  path?: string;
  /** Query parameters as they were sent, among others; a list for one that is repeated, null for one that must be missing. */
  query?: Record<string, QueryValue | readonly QueryValue[] | null>;
  /** Headers, among others, in any case; null for one that must be missing. */
  headers?: Record<string, string | number | null>;
  /** The JSON body: objects may have other members, arrays have the same length. */
  body?: Json;
  /** The status of the answer, or its class such as `4XX`. */
  status?: number | `${1 | 2 | 3 | 4 | 5}XX`;
  /** How often: exactly, or between bounds; at least once unless given. */
  count?: number | Bounds;
}

/** What a query parameter may be expected to be; numbers and booleans as they are spelt. */
export type QueryValue = string | number | boolean;

/** How often a request has to come; without a bound on one side, any number will do there. */
export interface Bounds {
  /** A whole number, included; 0 unless given. */
  atLeast?: number;
  /** A whole number from that of `atLeast`, included; without end unless given. */
  atMost?: number;
}

/** What a journal is held against. */
export interface Expectation {
  /** From 1 to 100; each is looked for among all exchanges, so that one exchange may match several. */
  expected: readonly ExpectedRequest[];
  /** Whether they have to have arrived in this order: each after those before it, as often as it has to occur at least. */
  order?: boolean;
}

const value = { type: ['string', 'number', 'boolean'] } as const;

/** What an expectation looks like; whatever it does not know is refused, since a misspelt member would match everything. */
export const EXPECTATION_SCHEMA = {
  type: 'object',
  required: ['expected'],
  additionalProperties: false,
  properties: {
    expected: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      items: {
        type: 'object',
        additionalProperties: false,
        properties: {
          operation: { type: 'string' },
          method: { type: 'string', pattern: '^[A-Za-z-]+$' },
          path: { type: 'string', pattern: '^(/[^?#]*|[*])$' },
          query: {
            type: 'object',
            additionalProperties: { type: [...value.type, 'array', 'null'], items: value },
          },
          headers: { type: 'object', additionalProperties: { type: ['string', 'number', 'null'] } },
          body: {},
          status: { type: ['integer', 'string'], minimum: 100, maximum: 599, pattern: '^[1-5]XX$' },
          count: {
            type: ['integer', 'object'],
            minimum: 0,
            minProperties: 1,
            additionalProperties: false,
            properties: { atLeast: { type: 'integer', minimum: 0 }, atMost: { type: 'integer', minimum: 0 } },
          },
        },
      },
    },
    order: { type: 'boolean' },
  },
} as const;

/** One fault of an expectation, with a JSON Pointer into it. */
export interface ExpectationFault {
  pointer: string;
  message: string;
}

/** What is wrong with an expectation that comes from JavaScript, where no schema was checked. */
export function shapeFaults(expectation: unknown): ExpectationFault[] {
  const conformance = new Conformance(EXPECTATION_SCHEMA as unknown as JsonObject); // literals
  return conformance
    .check({ pointer: '', value: {} }, expectation)
    .map(({ pointer, message }) => ({ pointer, message }));
}

/** What is wrong with an expectation of the right shape: operations that there are not, and bounds that nothing is between. */
export function meaningFaults({ expected }: Expectation, operations: readonly string[]): ExpectationFault[] {
  return expected.flatMap(({ operation, count }, index): ExpectationFault[] => {
    const at = (member: string) => pointerTo('', 'expected', index, member);
    const { least, most } = boundsOf(count);
    const isKnown = operation === undefined || operations.includes(operation);
    return [
      ...(isKnown ? [] : [{ pointer: at('operation'), message: `is no operation. There is ${operations.join(', ')}` }]),
      ...(least <= most ? [] : [{ pointer: at('count'), message: 'has an atMost that is less than its atLeast' }]),
    ];
  });
}

/** How often an expected request may occur, both bounds included: at least once where nothing is said of it. */
export function boundsOf(count: ExpectedRequest['count'] = { atLeast: 1 }): { least: number; most: number } {
  if (typeof count === 'number') return { least: count, most: count };
  return { least: count.atLeast ?? 0, most: count.atMost ?? Number.POSITIVE_INFINITY };
}
