import { describe, expect, test } from '@jest/globals';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { partsOf } from './anatomy';
import { answerTo } from './answer-to';
import { CONDITION_NAMES, type Condition } from './conditions';
import { fragmentOf, isObject, memberOf, pointerTo, valueAt } from './json';
import { DEFAULT_DOCUMENT } from './package-folder';
import { readService } from './read-service';
import { fieldsOf } from './schemas';

const museum = readService({ spec: DEFAULT_DOCUMENT });
const [hours, event, update] = ['getMuseumHours', 'getSpecialEvent', 'updateSpecialEvent'].map((id) => {
  const operation = museum.operations.find((other) => other.id === id);
  if (operation === undefined) throw new Error(`There is no ${id}.`);
  return operation;
}) as [Operation, Operation, Operation]; // as many as names
type Operation = (typeof museum.operations)[number];

const described = (pointer: string) => String(memberOf(valueAt(museum.openapi, pointer), 'description'));
const shapeOf = (resource: string) =>
  Object.fromEntries(
    [...(museum.resources.find(({ name }) => name === resource)?.fields ?? [])].map(([name, { value }]) => {
      const { description: _, examples: __, ...rest } = value;
      return [name, rest];
    }),
  );

describe("the museum's document", () => {
  test('has the three operations of the documentation and no other', () => {
    expect(museum.operations.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /museum-hours',
      'GET /special-events/{eventId}',
      'PATCH /special-events/{eventId}',
    ]);
  });

  test('asks for a Basic credential in the header for every operation', () => {
    for (const { security } of museum.operations) {
      expect(security).toEqual([
        [{ name: 'basicCredential', in: 'header', carrier: 'Authorization', scheme: 'Basic' }],
      ]);
    }
  });

  test('describes a day by its date and its opening and closing times', () => {
    const time = { type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' };
    expect(shapeOf('museum-hours')).toEqual({
      date: { type: 'string', format: 'date' },
      timeOpen: time,
      timeClose: time,
    });
  });

  test('describes a special event by six fields, none required and none bounded', () => {
    expect(shapeOf('special-events')).toEqual({
      eventId: { type: 'string', format: 'uuid' },
      name: { type: 'string' },
      location: { type: 'string' },
      eventDescription: { type: 'string' },
      dates: { type: 'array', items: { type: 'string', format: 'date' } },
      price: { type: 'number', format: 'float' },
    });
    expect(event.returns?.value.required).toBeUndefined();
    expect(update.returns).toEqual(event.returns);
  });

  test('takes five optional fields for an update, in a required JSON body', () => {
    expect(update.body).toMatchObject({ required: true, content: [{ mediaType: 'application/json' }] });
    const schema = update.body?.content[0]?.schema;
    expect([...fieldsOf(museum.openapi, schema ?? { pointer: '', value: {} }).keys()]).toEqual([
      'name',
      'location',
      'eventDescription',
      'dates',
      'price',
    ]);
    expect(schema?.value.required).toBeUndefined();
    expect(schema?.value['x-docent']).toEqual({ assumed: ['additionalProperties'] });
  });

  test('takes neither a body nor other parameters for a read', () => {
    expect([hours.body, event.body]).toEqual([undefined, undefined]);
    expect(event.parameters).toMatchObject([
      { name: 'eventId', in: 'path', required: true, schema: { value: { type: 'string', format: 'uuid' } } },
    ]);
    expect(update.parameters).toEqual(event.parameters);
  });

  test('gives each query parameter its type, default and bounds, and marks the bound that it assumes', () => {
    const assumed = { 'x-docent': { assumed: ['minimum'] }, minimum: 1 };
    expect(
      hours.parameters.map(({ name, in: place, required, schema }) => [name, place, required, schema.value]),
    ).toEqual([
      ['startDate', 'query', false, { type: 'string', format: 'date' }],
      ['page', 'query', false, { type: 'integer', default: 1, ...assumed }],
      ['limit', 'query', false, { type: 'integer', default: 10, maximum: 30, ...assumed }],
    ]);
  });

  test('lists the days from a date that is today by default, in observed order, cut into documented pages', () => {
    expect(hours.meaning).toMatchObject({
      action: 'list',
      resource: 'museum-hours',
      source: 'documented',
      order: { by: 'date', direction: 'ascending', unique: true, source: 'observed' },
      from: { parameter: { name: 'startDate' }, field: 'date', default: 'today', source: 'documented' },
      page: { first: 1, defaultSize: 10, maximumSize: 30, source: 'documented' },
    });
  });

  test('reads an event as documented and merges one as observed', () => {
    const key = { parameter: { name: 'eventId' }, field: 'eventId', format: 'uuid' };
    expect(event.meaning).toMatchObject({ action: 'read', resource: 'special-events', source: 'documented', key });
    expect(update.meaning).toMatchObject({ action: 'merge', resource: 'special-events', source: 'observed', key });
  });

  test('names the heading of the documentation for each operation', () => {
    expect(museum.documentation).toBe('Museum Information Service Interface');
    expect(museum.operations.map(({ documentation }) => documentation)).toEqual([
      'Endpoints: 1. Get museum hours',
      'Endpoints: 2. Get special event',
      'Endpoints: 3. Update special event',
    ]);
  });

  test('assumes every status code, those of successes too, and says so where a reader sees it', () => {
    const answers = [...museum.answers, ...museum.operations.flatMap((operation) => operation.answers)];
    for (const { pointer, source } of answers) {
      expect([pointer, source]).toEqual([pointer, 'assumed']);
      expect(described(pointer)).toContain('**Assumed:**');
    }
  });

  const anywhere: Condition[] = ['missing-credential', 'wrong-credential', 'unknown-parameter', 'body-too-large'];
  const identified: Condition[] = ['malformed-identifier', 'unknown-resource'];
  test.each<[string, Operation, Condition[]]>([
    ['getMuseumHours', hours, [...anywhere, 'invalid-query', 'query-out-of-range', 'page-past-the-end']],
    ['getSpecialEvent', event, [...anywhere, ...identified]],
    [
      'updateSpecialEvent',
      update,
      [
        ...[...anywhere, ...identified, 'unsupported-media-type' as const, 'malformed-json' as const],
        ...(['invalid-body', 'unknown-field', 'null-field', 'empty-patch'] as const),
      ],
    ],
  ])('answers every condition that %s can meet', (_, operation, conditions) => {
    for (const condition of conditions) {
      expect(answerTo(museum, operation, condition).answer?.when).toContain(condition);
    }
  });

  test('answers each condition somewhere', () => {
    const answers = [...museum.answers, ...museum.operations.flatMap((operation) => operation.answers)];
    expect([...new Set(answers.flatMap(({ when }) => when))].toSorted()).toEqual(CONDITION_NAMES.toSorted());
  });

  test('lists in its description what the documentation does not show', () => {
    const description = String(memberOf(museum.openapi.info, 'description'));
    for (const topic of [
      'credential',
      'rate limits',
      'lifecycle',
      'length',
      'currency',
      'notifications',
      'versioning',
    ]) {
      expect(description).toContain(topic);
    }
  });

  const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }));
  ajv.addSchema(museum.openapi, 'museum');
  const examples = partsOf(museum.openapi).flatMap(({ kind, pointer, value }) => {
    const schema = kind === 'schema' ? pointer : pointerTo(pointer, 'schema');
    const named = isObject(value.examples) ? Object.values(value.examples).map((item) => memberOf(item, 'value')) : [];
    const listed = Array.isArray(value.examples) ? value.examples : named;
    const all = value.example === undefined ? listed : [value.example, ...listed];
    return all.map((example) => [pointer, schema, example] as const);
  });
  test.each(examples)('has an example at %s that conforms to its schema', (_, schema, example) => {
    const validate = ajv.compile({ $ref: `museum${fragmentOf(schema)}` });
    validate(example);
    expect(validate.errors ?? []).toEqual([]);
  });
});
