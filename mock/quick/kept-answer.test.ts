import { expect, test } from '@jest/globals';
import { Recording } from '../journal/recording';
import { toKeptAnswer } from './kept-answer';

test.each([
  ['a short one', 'short'],
  ['one of which only the beginning is kept', 'long '.repeat(100_000)],
])(
  'An answer that is given again weighs in a journal what it would weigh there if it was given once: %s',
  (_, text) => {
    const headers = { etag: '"1"', 'content-length': text.length };
    const ending = { status: 200, headers, isAborted: false, fault: undefined };
    const head = { sent: ['ETag', '"1"'], ending };
    const target = '/books?count=2';
    const { body, weight } = toKeptAnswer({ target, matched: undefined, head, text, bytes: text.length });
    const weigh = (answerWeight?: number) => {
      const recording = new Recording(0, 'GET', target, ['Host', 'localhost']);
      recording.responseBody = body;
      recording.end(ending, 1, answerWeight);
      return recording.weight;
    };
    expect(weigh(weight)).toBe(weigh());
    expect(weigh()).toBeGreaterThan(Math.min(text.length, 64 * 1024));
  },
);
