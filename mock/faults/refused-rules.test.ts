import { describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { type FaultRule, type Mock, startMock } from '../index';
import { fileOf, libraryWith } from '../test-document';

const EFFECTS = 'status, cut, truncate, slow';

/** Rules that do not hold, each with where and what is wrong. */
const REFUSED: [name: string, rule: unknown, pointer: string, message: string][] = [
  ['no object', 7, '', 'must be an object, but it is 7'],
  ['an empty rule', {}, '', `does nothing. Give it one of ${EFFECTS}, or a delay`],
  [
    'an unknown member',
    { statuss: 503 },
    '/statuss',
    'is not a known field. Known are operation, method, path, parameters, after, times, probability, seed, delay, status, headers, body, text, retryAfter, cut, truncate, slow',
  ],
  [
    'an unknown operation',
    { operation: 'list', status: 503 },
    '/operation',
    '"list" is no operation of the document. Known are listBooks, readBook, changeBook',
  ],
  [
    'an unknown method',
    { method: 'get', status: 503 },
    '/method',
    '"get" is no method of the document. Known are GET, PATCH',
  ],
  [
    'an unknown path',
    { path: '/books/a', status: 503 },
    '/path',
    '"/books/a" is no path of the document. Known are /books, /books/{isbn}',
  ],
  [
    'no operation of all',
    { path: '/books', method: 'PATCH', delay: 1 },
    '',
    'matches no operation: none of the document has method PATCH and path /books',
  ],
  [
    'an unknown parameter',
    { parameters: { id: 'a' }, delay: 1 },
    '/parameters/id',
    'is no path parameter of the operations that it is for. Known are isbn',
  ],
  [
    'a parameter of another path',
    { path: '/books', parameters: { isbn: 'a' }, delay: 1 },
    '/parameters/isbn',
    'is no path parameter of the operations that it is for. They have none',
  ],
  ['a negative count', { after: -1, status: 503 }, '/after', 'must be at least 0, but it is -1'],
  ['times that are none', { times: 0, status: 503 }, '/times', 'must be at least 1, but it is 0'],
  ['a probability above 1', { probability: 1.1, status: 503 }, '/probability', 'must be at most 1, but it is 1.1'],
  ['a probability below 0', { probability: -0.1, status: 503 }, '/probability', 'must be at least 0, but it is -0.1'],
  ['a seed of text', { seed: 'x', status: 503 }, '/seed', 'must be an integer, but it is "x"'],
  ['a status too low', { status: 199 }, '/status', 'must be at least 200, but it is 199'],
  ['a status too high', { status: 600 }, '/status', 'must be at most 599, but it is 600'],
  ['a delay that never ends', { delay: 1e9 }, '/delay', 'must be at most 600000, but it is 1000000000'],
  ['half a range', { delay: { from: 1 } }, '/delay/to', 'is required, but it is missing'],
  ['a range upside down', { delay: { from: 2, to: 1 } }, '/delay/to', 'must be at least "from", 2, but it is 1'],
  [
    'an unknown cut',
    { cut: 'during' },
    '/cut',
    'must be one of "before", "after", "after-headers", but it is "during"',
  ],
  ['the whole body', { truncate: 1 }, '/truncate', 'must be less than 1, but it is 1'],
  ['no bytes at all', { slow: 0 }, '/slow', 'must be at least 1, but it is 0'],
  ['two effects', { status: 503, cut: 'before' }, '/cut', `may not stand beside status. A rule has one of ${EFFECTS}`],
  [
    'an answer without status',
    { delay: 1, retryAfter: 1 },
    '/retryAfter',
    'needs a status beside it, of whose answer it is',
  ],
  ['two bodies', { status: 503, body: 1, text: '1' }, '/text', 'may not stand beside body'],
  ['a body of 204', { status: 204, text: '' }, '/text', 'may not stand here: a 204 has no body'],
  [
    'a header of two lines',
    { status: 503, headers: { A: 'b\r\nC: d' } },
    '/headers/A',
    'is no header field of RFC 9110, section 5',
  ],
  [
    'a header of no name',
    { status: 503, headers: { 'a b': 'c' } },
    '/headers/a b',
    'is no header field of RFC 9110, section 5',
  ],
  [
    'a header that frames',
    { status: 503, headers: { 'content-Length': '1' } },
    '/headers/content-Length',
    'frames the message, which is up to the mock',
  ],
];

const sentence = (pointer: string, message: string) => `${pointer || 'The rule'} ${message}.`;

describe('a rule is refused by the control API for', () => {
  test.each(REFUSED)('%s', async (_name, rule, pointer, message) => {
    const library = libraryWith({});
    const sent = supertest(library).post('/_docent/faults').type('json').send(JSON.stringify(rule));
    const { status, body } = await sent;
    expect([status, body.type, body.errors]).toEqual([400, 'urn:docent:invalid-control-body', [{ pointer, message }]]);
    expect(body.detail).toContain(message);
    expect((await supertest(library).get('/_docent/faults')).body).toEqual([]);
  });
});

test.each(REFUSED)('A rule is refused by the library for %s', (_name, rule, pointer, message) => {
  expect(() => libraryWith({}).fault(rule as FaultRule)).toThrow(
    new RangeError(`Failed to set the fault: ${sentence(pointer, message)}`),
  );
});

describe('a file of fault rules', () => {
  const started = (text: string, name = 'faults.yaml'): Mock => libraryWith({}, { faults: fileOf(name, text) });

  test('is what every session begins with', async () => {
    const library = started('- operation: listBooks\n  status: 503\n  times: 1\n- delay: { from: 0, to: 1 }\n');
    for (const name of ['one', 'two']) {
      const found: number[] = [];
      for (let index = 0; index < 2; index++) {
        const headers = { Authorization: 'Basic x', 'X-Docent-Session': name };
        found.push((await supertest(library).get('/books').set(headers)).status);
      }
      expect(found).toEqual([503, 200]);
    }
  });

  test.each([
    ['- status: 503\n- operation: listBooks\n  statuss: 500\n', ['faults.yaml:3  statuss is not a known field. ']],
    [
      '- times: 0\n  status: 503\n\n- delay:\n    from: 2\n',
      ['faults.yaml:1  times must be', 'faults.yaml:4  delay.to is required'],
    ],
    [
      '- status: 503\n-\n  operation: list\n  slow: 1\n',
      ['faults.yaml:3  operation "list" is no operation of the document. Known are listBooks'],
    ],
    ['- status: 503\n- operation: listBooks\n', ['faults.yaml:2  The rule does nothing.']],
    ['status: 503\n', ['faults.yaml:1  The rules must be an array, but it is an object.']],
    ['', ['faults.yaml:1  The rules must be an array, but it is null.']],
    ['- status: 503\n  status: 504\n', ['faults.yaml:2  The key "status" stands twice']],
    ['- probability: .nan\n  status: 503\n', ['faults.yaml:1  probability must be a number']],
  ])('is refused with the lines that are at fault: %j', (text, expected) => {
    expect(() => started(text)).toThrow(expect.objectContaining({ name: 'ConfigurationError' }));
    for (const part of expected) expect(() => started(text)).toThrow(part);
  });

  test('is refused where there is none', () => {
    expect(() => libraryWith({}, { faults: '/nowhere.yaml' })).toThrow('/nowhere.yaml  There is no such file.');
  });
});

test('Rules given in code that do not hold are refused before anything listens', async () => {
  const faults = [{ status: 503 }, { operation: 'none', cut: 'before' as const }];
  await expect(startMock({ faults })).rejects.toThrow(
    /^Failed to read the option faults:\n {2}faults\/1\/operation {2}operation "none" is no operation/,
  );
});
