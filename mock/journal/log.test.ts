import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import type { LoggedExchange } from '../index';
import { createLog, jsonLine, textLine } from './log';

const EXCHANGE: LoggedExchange = {
  number: 1,
  time: '2027-03-01T12:00:00.000Z',
  session: null,
  method: 'GET',
  path: '/books',
  query: '',
  operation: 'listBooks',
  status: 200,
  duration: 1.5,
};

const PLAIN = { hasColors: false };

describe('a line of the log', () => {
  test.each<[string, Partial<LoggedExchange>, string]>([
    ['an answer', {}, 'GET /books 200 1.5 ms'],
    ['a query', { query: 'key=[credential]' }, 'GET /books?key=[credential] 200 1.5 ms'],
    ['a session', { session: 'one' }, 'GET /books 200 1.5 ms, session one'],
    [
      'a refusal',
      { status: 404, refused: { reason: 'unknown-path', detail: 'There is no path /x.' } },
      'GET /books 404 1.5 ms, unknown-path: There is no path /x.',
    ],
    ['a fault', { status: 503, fault: 'rule 2: status 503' }, 'GET /books 503 1.5 ms, rule 2: status 503'],
    ['no answer', { status: null, aborted: true }, 'GET /books - 1.5 ms, the connection closed before it was answered'],
    ['a long path', { path: `/${'x'.repeat(5000)}` }, `GET /${'x'.repeat(298)}… 200 1.5 ms`],
  ])('tells of %s', (_name, exchange, line) => {
    expect(textLine({ ...EXCHANGE, ...exchange }, PLAIN)).toBe(line);
  });

  test.each([
    [200, '\u001b[32m200'],
    [404, '\u001b[33m404'],
    [500, '\u001b[31m500'],
  ])('has its status %i in colour, where there are colours', (status, colored) => {
    expect(textLine({ ...EXCHANGE, status }, { hasColors: true })).toContain(` ${colored}\u001b[39m `);
  });

  test.each([
    ['an escape', '\u001b[2J', '\\u001b[2J'],
    ['a line', 'a\r\nGET /', 'a\\u000d\\u000aGET /'],
    ['a control of the second set', '\u009b2J\u007f', '\\u009b2J\\u007f'],
    ['letters from right to left', '\u202egnp', '\\u202egnp'],
    ['a line of Unicode', '\u2028x', '\\u2028x'],
    ['half a character', '\ud800x', '\\ud800x'],
    ['a tag', '\u{e0041}', '\\udb40\\udc41'],
  ])('shows %s, and does not obey it', (_name, text, shown) => {
    const exchange = { ...EXCHANGE, path: text, refused: { reason: 'r', detail: text } };
    expect(textLine(exchange, PLAIN)).toBe(`GET ${shown} 200 1.5 ms, r: ${shown}`);
    const line = jsonLine(exchange);
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
    expect(JSON.parse(line)).toEqual(exchange);
  });
});

describe('the log', () => {
  test('writes the lines of one turn at once', async () => {
    const stream = new PassThrough();
    const log = createLog(stream, 'json');
    log(EXCHANGE);
    log({ ...EXCHANGE, number: 2 });
    const [written] = await once(stream, 'data');
    const numbers = String(written)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).number);
    expect(numbers).toEqual([1, 2]);
  });

  test('ends quietly when nobody reads it any more', async () => {
    let writes = 0;
    const stream = new Writable({
      write: (_chunk, _encoding, done) => {
        writes += 1;
        done(Object.assign(new Error('EPIPE'), { code: 'EPIPE' }));
      },
    });
    const log = createLog(stream, 'text');
    for (let time = 0; time < 3; time += 1) {
      log(EXCHANGE);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(writes).toBe(1);
  });
});
