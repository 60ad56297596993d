import type { JsonObject } from '../../spec';
import { FAULT_SCHEMA, FAULTS_SCHEMA } from '../faults/fault-rule';
import { EXPECTATION_SCHEMA } from '../journal/expectation';

/** What the bodies of control requests look like, by the name with which a route refers to one. */
export const BODY_SCHEMAS = {
  entries: { type: 'array', items: { type: 'object' } },
  entriesByResource: { type: 'object', additionalProperties: { type: 'array', items: { type: 'object' } } },
  patches: { type: 'object', additionalProperties: { type: ['object', 'null'] } },
  today: {
    type: 'object',
    required: ['today'],
    additionalProperties: false,
    properties: { today: { type: 'string', format: 'date' } },
  },
  days: {
    type: 'object',
    required: ['days'],
    additionalProperties: false,
    properties: { days: { type: 'integer' } },
  },
  scenario: {
    type: 'object',
    required: ['scenario'],
    additionalProperties: false,
    properties: { scenario: { type: ['string', 'null'] } },
  },
  fault: FAULT_SCHEMA,
  faults: FAULTS_SCHEMA,
  expectation: EXPECTATION_SCHEMA,
} as const satisfies Record<string, JsonObject | object>;

/** How a route names the schema that its body is held against before it runs. */
export type BodySchema = keyof typeof BODY_SCHEMAS;
