import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import type { Json, JsonObject } from '../spec';
import { banner } from './banner';
import { startMock } from './index';
import { changed, fileOf, libraryDocument } from './test-document';

const run = promisify(execFile);

const TEXT = { type: 'string' };
const MERGE = 'paths /books/{isbn} patch requestBody content';

/** The bodies that the banner of a document gives as examples, and the status of each of its calls, run as they stand there. */
async function callsOf(document: JsonObject): Promise<{ sent: Json[]; statuses: string[] }> {
  const started = await startMock({ spec: fileOf('library.json', JSON.stringify(document)), today: '2027-03-01' });
  const calls = banner(started)
    .split('\n')
    .filter((line) => line.startsWith('  curl '));
  const answers = await Promise.all(
    calls.map((call) => run('sh', ['-c', `${call} -s -o /dev/null -w '%{http_code}'`])),
  );
  await started.close();
  const bodies = calls.flatMap((call) => / -d '(.*)'$/.exec(call)?.[1] ?? []);
  return { sent: bodies.map((body) => JSON.parse(body) as Json), statuses: answers.map(({ stdout }) => stdout) };
}

/** The library whose update takes another content. */
function libraryTaking(content: JsonObject): JsonObject {
  return changed(libraryDocument(), { [MERGE]: content });
}

describe('the update that the banner gives as an example is accepted, and has', () => {
  test.each<[string, JsonObject, Json]>([
    ['the first field', { properties: { title: TEXT, note: TEXT } }, { title: 'string' }],
    ['another field than the key, which comes first', { properties: { isbn: TEXT, title: TEXT } }, { title: 'string' }],
    [
      'the fields that are required',
      { properties: { note: TEXT, title: TEXT, year: { type: 'integer' } }, required: ['title', 'year'] },
      { title: 'string', year: 0 },
    ],
    [
      'what a schema beside that of the fields requires',
      { allOf: [{ properties: { note: TEXT, title: TEXT } }, { required: ['title'] }] },
      { title: 'string' },
    ],
    [
      'the identifier of the entry where the key is required',
      { properties: { isbn: TEXT, title: TEXT }, required: ['title', 'isbn'] },
      { isbn: 'a', title: 'string' },
    ],
    [
      'no field that is read-only',
      { properties: { added: { ...TEXT, readOnly: true }, title: TEXT } },
      { title: 'string' },
    ],
    [
      'no key that is required and read-only',
      { properties: { isbn: { ...TEXT, readOnly: true }, title: TEXT }, required: ['isbn'] },
      { title: 'string' },
    ],
    [
      'a value that matches its pattern',
      { properties: { title: { ...TEXT, pattern: '^[A-C]{3}$' } } },
      { title: expect.stringMatching(/^[A-C]{3}$/) as unknown as Json }, // Jest compares by it
    ],
    [
      'the example of the schema, in the place of the key the identifier of the entry',
      { properties: { isbn: TEXT, title: TEXT, note: TEXT }, example: { isbn: 'z', title: 'T', note: 'N' } },
      { isbn: 'a', title: 'T', note: 'N' },
    ],
    [
      'the first of its examples without what is read-only',
      { properties: { added: { ...TEXT, readOnly: true }, title: TEXT }, examples: [{ added: 'x', title: 'T' }] },
      { title: 'T' },
    ],
    ['nothing where there is no field but the key', { properties: { isbn: TEXT } }, {}],
  ])('%s', async (_name, schema, body) => {
    const content = { 'application/json': { schema: { type: 'object', ...schema } } };
    const { sent, statuses } = await callsOf(libraryTaking(content));
    expect(statuses).toEqual(['200', '200', '200']);
    expect(sent).toEqual([body]);
  });

  test('the example of the content', async () => {
    const schema = { type: 'object', properties: { isbn: TEXT, title: TEXT, note: TEXT } };
    const { sent, statuses } = await callsOf(
      libraryTaking({ 'application/json': { schema, example: { isbn: 'c', note: 'N' } } }),
    );
    expect(statuses).toEqual(['200', '200', '200']);
    expect(sent).toEqual([{ isbn: 'a', note: 'N' }]);
  });

  test('the identifier as a number where it is one', async () => {
    const number = { type: 'integer' };
    const document = changed(libraryDocument(), {
      'components schemas Book properties isbn': number,
      'paths /books/{isbn} parameters 0 schema': number,
      'paths /books get responses 200 content application/json example': [{ isbn: 7, title: 'A', year: 1990 }],
      [`${MERGE} application/json schema`]: { type: 'object', properties: { isbn: number }, required: ['isbn'] },
    });
    expect(await callsOf(document)).toEqual({ sent: [{ isbn: 7 }], statuses: ['200', '200', '200'] });
  });

  test.each(['*/*', 'application/*', 'application/merge-patch+json'])(
    'a media type of JSON among %s',
    async (range) => {
      const schema = { type: 'object', properties: { title: TEXT } };
      const { sent, statuses } = await callsOf(libraryTaking({ [range]: { schema } }));
      expect(statuses).toEqual(['200', '200', '200']);
      expect(sent).toEqual([{ title: 'string' }]);
    },
  );
});
