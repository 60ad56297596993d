import { describe, expect, test } from '@jest/globals';
import type { Json, JsonObject } from '../spec';
import { examineMock } from './test-support/own-mock';
import { alarmsIn } from './test-support/tool-shed';

/** A document of parcels that are read and updated by their `code`. */
interface Parcels {
  /** The schema of the code in the path. */
  code?: JsonObject;
  fields?: JsonObject;
  /** What an update may carry, where that is not the fields. */
  update?: JsonObject;
  /** The scheme of the credential, as the document spells it. */
  scheme?: string;
}

const payment = (method: string, more: JsonObject) => ({
  type: 'object',
  required: ['method'],
  properties: { method: { type: 'string', enum: [method] }, ...more },
});

/** What fields of parcels may refer to. */
const SCHEMAS = {
  Card: payment('Card', { number: { type: 'string' } }),
  Cash: payment('Cash', {}),
  Address: { type: 'object', properties: { street: { type: 'string' } } },
};

function parcels({ code = { type: 'string' }, fields = {}, update, scheme }: Parcels): JsonObject {
  const parcel = { type: 'object', properties: { code, ...fields } };
  const served = { description: 'A parcel.', content: { 'application/json': { schema: parcel } } };
  const refused = {
    400: {
      description: 'No such request.',
      'x-docent': { when: ['malformed-identifier', 'invalid-body', 'null-field'] },
    },
    404: { description: 'No such parcel.', 'x-docent': { when: ['unknown-resource'] } },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Parcels', version: '1' },
    ...(scheme !== undefined && { security: [{ login: [] }] }),
    components: { schemas: SCHEMAS, securitySchemes: { login: { type: 'http', scheme: scheme ?? 'basic' } } },
    paths: {
      '/parcels/{code}': {
        parameters: [{ name: 'code', in: 'path', required: true, schema: code }],
        get: {
          operationId: 'readParcel',
          'x-docent': { action: 'read', resource: 'parcels', key: 'code' },
          responses: { 200: served, ...refused },
        },
        patch: {
          operationId: 'changeParcel',
          'x-docent': { action: 'merge', resource: 'parcels', key: 'code' },
          requestBody: {
            required: true,
            content: { 'application/json': { schema: update ?? { type: 'object', properties: fields } } },
          },
          responses: { 200: served, ...refused },
        },
      },
    },
  };
}

const NOTE = { note: { type: 'string' } };

describe('the mock of a document does what the suite asks', () => {
  test.each<[string, Json, JsonObject]>([
    ['of a pattern', 'ORD-0001', { type: 'string', pattern: '^ORD-[0-9]{4}$' }],
    ['of few characters', 'AB12', { type: 'string', maxLength: 4 }],
    ['that are listed', 'EUR', { type: 'string', enum: ['EUR', 'USD'] }],
    ['that are days', '2027-03-01', { type: 'string', format: 'date' }],
    ['that are small numbers', 7, { type: 'integer', minimum: 1, maximum: 99_999 }],
    ['of eight letters', 'ABCDEFGH', { type: 'string', pattern: '^[A-Z]{8}$' }],
    [
      'that are a uuid by a part of their schema',
      '11111111-1111-4111-8111-111111111111',
      { type: 'string', allOf: [{ format: 'uuid' }] },
    ],
  ])('with identifiers %s', async (_which, known, code) => {
    const outcomes = await examineMock(parcels({ code, fields: NOTE }), {
      parcels: [{ code: known, note: 'fragile' }],
    });
    expect(alarmsIn({ outcomes })).toEqual([]);
  });

  test.each(['bearer', 'basic', 'Digest', 'token', 'negotiate'])('with the scheme %s', async (scheme) => {
    const document = parcels({ fields: NOTE, scheme });
    const outcomes = await examineMock(document, { parcels: [{ code: 'a', note: 'fragile' }] });
    expect(alarmsIn({ outcomes })).toEqual([]);
  });

  test.each<[string, JsonObject, JsonObject]>([
    ['may be anything', { content: {} }, { content: 'glass' }],
    [
      'are alternatives by a discriminator, before one that is a reference',
      {
        payment: {
          oneOf: [{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Cash' }],
          discriminator: { propertyName: 'method' },
        },
        address: { $ref: '#/components/schemas/Address' },
      },
      { payment: { method: 'Card', number: '1' }, address: { street: 'Quay' } },
    ],
    [
      'are objects that may hold nothing else',
      { size: { type: 'object', additionalProperties: false, properties: { width: { type: 'integer' } } } },
      { size: { width: 3 } },
    ],
  ])('with fields that %s', async (_which, fields, parcel) => {
    const outcomes = await examineMock(parcels({ fields }), { parcels: [{ code: 'a', ...parcel }] });
    expect(alarmsIn({ outcomes })).toEqual([]);
  });
});

test('where no identifier is certain to be unknown, what becomes of one is not exercised', async () => {
  const code = { type: 'string', pattern: '^ORD-[0-9]{4}$' };
  const outcomes = await examineMock(parcels({ code, fields: NOTE }), { parcels: [{ code: 'ORD-0001', note: 'x' }] });
  const unknown = outcomes.filter(({ rule }) => rule === 'unknown-resource');
  expect(unknown.map(({ verdict }) => verdict)).toEqual(['not exercised', 'not exercised']);
});

/** A list of entries with a time, or a score. */
function ledger(meaning: JsonObject, items: JsonObject, parameters: JsonObject[]): JsonObject {
  const schema = { type: 'array', items };
  return {
    openapi: '3.1.0',
    info: { title: 'Ledger', version: '1' },
    paths: {
      '/entries': {
        get: {
          operationId: 'listEntries',
          'x-docent': { action: 'list', resource: 'entries', ...meaning },
          parameters,
          responses: { 200: { description: 'Entries.', content: { 'application/json': { schema } } } },
        },
      },
    },
  };
}

test('the entries of a list stand in order, and from a bound on, by the format that each of their alternatives gives', async () => {
  const entry = (kind: string) => ({
    type: 'object',
    required: ['kind', 'at'],
    properties: { kind: { const: kind }, at: { type: 'string', format: 'date-time' } },
  });
  const since = { name: 'since', in: 'query', schema: { type: 'string', format: 'date-time' } };
  const meaning = { order: { by: 'at' }, from: { parameter: 'since', field: 'at' } };
  const outcomes = await examineMock(ledger(meaning, { oneOf: [entry('in'), entry('out')] }, [since]), {
    entries: [
      { kind: 'in', at: '2024-01-01T10:30:00+02:00' },
      { kind: 'out', at: '2024-01-01T09:00:00Z' },
      { kind: 'in', at: '2024-01-01T11:00:00Z' },
    ],
  });
  expect(alarmsIn({ outcomes })).toEqual([]);
  expect(outcomes.find(({ rule }) => rule === 'order')?.verdict).toBe('passed');
});

test('in a list without an order, whatever lies above a bound may stand on a later page', async () => {
  const meaning = { from: { parameter: 'min', field: 'score' }, page: { number: 'page', size: 'size' } };
  const integer = (name: string, more: JsonObject) => ({ name, in: 'query', schema: { type: 'integer', ...more } });
  const parameters = [
    { name: 'min', in: 'query', schema: { type: 'number' } },
    integer('page', { default: 1 }),
    integer('size', { default: 2, maximum: 3 }),
  ];
  const items = { type: 'object', required: ['score'], properties: { score: { type: 'number' } } };
  const outcomes = await examineMock(ledger(meaning, items, parameters), {
    entries: [{ score: 8.5 }, { score: 9.25 }, { score: 6.25 }, { score: 0.25 }, { score: 7 }],
  });
  expect(alarmsIn({ outcomes })).toEqual([]);
});
