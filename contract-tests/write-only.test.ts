import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../spec';
import { SeenFields } from './seen-fields';
import { targetThatAnswers } from './test-support/sample-target';
import { alarmsIn, examineShed, readShed, type Shed } from './test-support/tool-shed';
import { SchemaOracle } from './values/oracle';

const NAME = { type: 'string' };
const SECRET = { type: 'string', writeOnly: true };

const withoutPassword = ({ password: _secret, ...rest }: JsonObject) => rest;

/** A shed that shows no password, though its schema has one among the required fields. */
const SHED: Shed = {
  fields: { name: NAME, place: NAME, password: SECRET },
  required: ['id', 'name', 'password'],
  tools: [
    { name: 'saw', place: 'wall', password: 'teeth' },
    { name: 'axe', place: 'door', password: 'edge' },
  ],
  ways: { show: withoutPassword },
};

describe('a field that is only written', () => {
  test('raises no alarm where no answer shows it, required as it may be', async () => {
    const examined = await examineShed(SHED);
    expect(alarmsIn(examined)).toEqual([]);
    expect(examined.sent.filter((patch) => 'password' in patch)).toEqual([]);
  });

  test('raises no alarm inside another field, beside one that is only read', async () => {
    const door = {
      type: 'object',
      properties: { lock: SECRET, opened: { type: 'integer', readOnly: true }, of: NAME },
    };
    const show = ({ door, ...rest }: JsonObject) => ({
      ...rest,
      door: { of: (door as JsonObject).of ?? '', opened: 7 },
    });
    const tools = [{ name: 'saw', door: { of: 'oak' } }];
    expect(alarmsIn(await examineShed({ fields: { name: NAME, door }, tools, ways: { show } }))).toEqual([]);
  });

  test('is not missed in answers', async () => {
    const seen = new SeenFields(readShed(SHED));
    const target = seen.watch(targetThatAnswers({ id: 1, name: 'saw' }));
    await target.send({ method: 'GET', path: '/tools/1', credentials: [] });
    expect(seen.unseen()).toEqual([{ operation: 'readTool', field: 'place' }]);
  });

  test('is named in no sentence about answers', async () => {
    const { outcomes } = await examineShed(SHED, 'fields-conform');
    expect(outcomes[0]?.statement).toBe('Each field of tools has its documented type and format: id, name, place.');
  });
});

describe('what is required of an object', () => {
  const part = (more: JsonObject) => ({
    allOf: [{ type: 'object', properties: { code: { type: 'string', ...more } } }],
  });
  const shedWith = (more: JsonObject) =>
    readShed({ fields: { part: { ...part(more), required: ['code'] } }, tools: [] });
  const schema = (service: ReturnType<typeof readShed>) => {
    const [operation] = service.operations;
    if (operation?.returns === undefined) throw new Error('the shed reads nothing');
    return { pointer: `${operation.returns.pointer}/properties/part`, value: {} };
  };

  test.each([
    ['readOnly', { readOnly: true }, { answer: false, request: true }],
    ['writeOnly', { writeOnly: true }, { answer: true, request: false }],
    ['neither', {}, { answer: false, request: false }],
  ])('may be left out where it is %s, of answers or of requests', (_name, more, { answer, request }) => {
    const service = shedWith(more);
    const oracle = new SchemaOracle(service);
    expect(oracle.faultsOf(schema(service), {})).toHaveLength(answer ? 0 : 1);
    expect(oracle.maySend(schema(service), {})).toBe(request);
  });
});
