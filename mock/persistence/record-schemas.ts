import type { JsonObject } from '../../spec';

const name = { type: ['string', 'null'] };
const entries = { type: 'array', items: { type: 'object' } };
const changes = {
  type: 'array',
  items: {
    type: 'object',
    required: ['id', 'entry'],
    properties: { id: { type: 'string' }, entry: { type: ['object', 'null'] } },
  },
};
const resources = {
  type: 'object',
  additionalProperties: { type: 'object', properties: { entries, changes } },
};
const clock = {
  type: 'object',
  required: ['fixed', 'ahead'],
  properties: { fixed: name, ahead: { type: 'integer' } },
};
const moment = {
  type: 'object',
  required: ['scenario', 'clock', 'resources'],
  properties: { scenario: name, clock, resources },
};
const snapshots = {
  type: 'array',
  items: {
    ...moment,
    required: ['name', ...moment.required],
    properties: { ...moment.properties, name: { type: 'string' } },
  },
};
const sessions = {
  type: 'array',
  items: { type: 'object', required: ['session'], properties: { session: name, now: moment, snapshots } },
};

/** What follows of the kind of a change, beside its session. */
const CHANGES: Record<string, JsonObject> = {
  entries: { resource: { type: 'string' }, entries: changes },
  replaced: { resource: { type: 'string' }, entries },
  restored: { scenario: name, resources },
  clock: { clock },
  reset: {},
  kept: { snapshot: { type: 'string' } },
  dropped: { snapshot: { type: 'string' } },
  ended: {},
};

/** What the file and the records of the log look like: one that was edited, or written by something else, is refused by it. */
export const RECORD_SCHEMAS: JsonObject = {
  state: {
    type: 'object',
    required: ['log', 'scenario', 'sessions'],
    properties: { log: { type: 'string' }, after: { type: 'string' }, scenario: name, sessions },
  },
  changes: {
    type: 'array',
    items: {
      type: 'object',
      required: ['session', 'change'],
      properties: { session: name, change: { enum: Object.keys(CHANGES) } },
      allOf: Object.entries(CHANGES).map(([change, properties]) => ({
        if: { properties: { change: { const: change } } },
        // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
        then: { required: Object.keys(properties), properties },
      })),
    },
  },
};
