import { describe, expect, test } from '@jest/globals';
import type { Fault, JsonObject } from '../spec';
import { identifiersFor, readIds, requireIds, shownNameFor, variableFor } from './identifiers';
import { serviceOf } from './test-support/tool-shed';

test.each([
  ['eventId', 'EVENT_ID'],
  ['id', 'ID'],
  ['ship-code', 'SHIP_CODE'],
  ['harbourID', 'HARBOUR_ID'],
  ['opening-hours.id', 'OPENING_HOURS_ID'],
])('the variable of the parameter %s is %s', (parameter, variable) => {
  expect(variableFor(parameter)).toBe(variable);
});

describe('where several resources are identified by a parameter of one name', () => {
  const reading = (resource: string): JsonObject => ({
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    get: {
      operationId: resource,
      'x-docent': { action: 'read', resource, key: 'id' },
      responses: {
        200: {
          description: 'One.',
          content: { 'application/json': { schema: { type: 'object', properties: { id: { type: 'string' } } } } },
        },
      },
    },
  });
  const info = { title: 'Two', version: '1' };
  const service = serviceOf({
    openapi: '3.1.0',
    info,
    paths: { '/things/{id}': reading('things'), '/users/{id}': reading('users') },
  });
  const { operations } = service;

  /** The identifiers of things and of users, and what is wrong. */
  function read(given: string[], environment: Record<string, string> = {}) {
    const faults: Fault[] = [];
    const ids = readIds(service, given, environment, faults);
    requireIds(operations, ids, faults);
    return { ids: operations.map((operation) => identifiersFor(operation, ids)), faults };
  }

  test('each has its own, by its name before that of the parameter', () => {
    expect(read(['things.id=a,b', 'users.id=u'])).toEqual({ ids: [['a', 'b'], ['u']], faults: [] });
    expect(read([], { THINGS_ID: 'a', USERS_ID: 'u' })).toEqual({ ids: [['a'], ['u']], faults: [] });
  });

  test('one that has none of its own has those of the parameter', () => {
    expect(read(['id=a', 'users.id=u'])).toEqual({ ids: [['a'], ['u']], faults: [] });
  });

  test('one without any is told with its name', () => {
    const message = 'No users.id is known. Give one that the server has with --id users.id=<value> or in USERS_ID.';
    expect(read(['things.id=a']).faults).toEqual([{ place: 'USERS_ID', message }]);
    expect(operations.map((operation) => shownNameFor(operation, operations))).toEqual(['things.id', 'users.id']);
  });

  test('a name that is none is told with those that there are', () => {
    const { faults } = read(['things.id=a', 'users.id=u', 'tools.id=t']);
    expect(faults.map(({ message }) => message)).toEqual([
      '"tools.id" is no path parameter. Known are things.id, users.id.',
    ]);
  });
});
