import { expect, test } from '@jest/globals';
import { toKeptText } from '../journal/kept-body';
import { Recording } from '../journal/recording';
import { toKeptAnswer } from './kept-answer';

test.each([
  ['a short one', 'short'],
  ['one of which only the beginning is kept', 'long '.repeat(100_000)],
])(
  'An answer that is given again weighs in a journal what it would weigh there if it was given once: %s',
  (_, text) => {
    const headers = { sent: ['ETag', '"1"'], recorded: { etag: '"1"', 'content-length': text.length } };
    const body = toKeptText(text, text.length);
    const target = '/books?count=2';
    const { ending, weight } = toKeptAnswer({ target, status: 200, headers, text, body, matched: undefined });
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
