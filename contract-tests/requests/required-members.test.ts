import { expect, test } from '@jest/globals';
import type { Operation } from '../../spec';
import { RequiredMembers, requiredMembers } from './required-members';

/** What is asked here of an operation whose updates carry what this schema says. */
function updating(id: string, value: object): Operation {
  return { id, body: { json: { schema: { pointer: '', value } } } } as unknown as Operation;
}

const properties = { name: {}, made: { readOnly: true } };
const CLOSED = updating('changeTool', { properties, required: ['id', 'made'], allOf: [{ required: ['name'] }] });
const OPEN = updating('changeShed', { properties });
const DOCUMENT = { properties, required: ['id', 'made'], allOf: [{ required: ['name'] }] };

test('what every update has to carry is what a schema and its parts require, without what is only read', () => {
  expect(requiredMembers(DOCUMENT, CLOSED)).toEqual(['id', 'name']);
  expect(requiredMembers(DOCUMENT, OPEN)).toEqual([]);
});

test('an update carries it with the values of its own entry, and of an unknown one with those of another', () => {
  const members = new RequiredMembers();
  members.note(DOCUMENT, CLOSED, 'A', { id: 'a', name: 'saw', size: 1 });
  members.note(DOCUMENT, CLOSED, 'b', { id: 'b', name: 'axe', size: 2 });
  expect(JSON.parse(members.complete(CLOSED, 'a', '{"size":3}'))).toEqual({ id: 'a', name: 'saw', size: 3 });
  expect(JSON.parse(members.complete(CLOSED, 'b', '{"name":"awl"}'))).toEqual({ id: 'b', name: 'awl' });
  expect(JSON.parse(members.complete(CLOSED, 'nobody', '{}'))).toEqual({ id: 'a', name: 'saw' });
});

test.each(['{"size": ', '[1]', '"text"'])('what is no update is sent as it is: %s', (body) => {
  const members = new RequiredMembers();
  members.note(DOCUMENT, CLOSED, 'a', { id: 'a', name: 'saw' });
  expect(members.complete(CLOSED, 'a', body)).toBe(body);
});

test('an update of another resource carries nothing of it', () => {
  const members = new RequiredMembers();
  members.note(DOCUMENT, CLOSED, 'a', { id: 'a', name: 'saw' });
  members.note(DOCUMENT, OPEN, 'a', { id: 'a', name: 'yard' });
  expect(members.complete(OPEN, 'a', '{"size":3}')).toBe('{"size":3}');
});
