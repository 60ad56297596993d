import { describe, expect, test } from '@jest/globals';
import { type AnswerTo, answerTo } from './answer-to';
import type { Condition } from './conditions';
import { readText } from './written-files';
import { zooWith } from './zoo';

const OWN = '"404": { description: None., x-docent: { when: [unknown-resource], source: assumed } }';

/** What the zoo's read answers where its responses, and those of the document, are these. */
function answer(condition: Condition, responses: string[], documents: string[] = []): Partial<AnswerTo> {
  const text = zooWith(OWN, responses.join('\n        ') || '"400": { description: Bad. }').replace(
    'security:',
    `x-docent: { responses: { ${documents.join(', ')} } }\nsecurity:`,
  );
  const service = readText(text);
  const { answer: found, ...rest } = answerTo(service, service.operations[1], condition);
  return { ...rest, ...(found && { pointer: found.pointer.split('/').at(-1) }) };
}
const claiming = (status: string, ...when: Condition[]) =>
  `"${status}": { description: X, x-docent: { when: [${when}], source: learned } }`;

describe('the answer to a condition', () => {
  test.each<[string, Condition, string[], string[], object]>([
    [
      'is the response of the operation that claims it',
      'unknown-resource',
      [claiming('410', 'unknown-resource')],
      [],
      { refused: true, status: 410, source: 'learned', pointer: '410' },
    ],
    [
      'is that one although the document claims it too',
      'unknown-resource',
      [claiming('410', 'unknown-resource')],
      [claiming('404', 'unknown-resource')],
      { refused: true, status: 410, source: 'learned', pointer: '410' },
    ],
    [
      'is the response of the document where the operation claims nothing',
      'unknown-resource',
      [],
      [claiming('403', 'unknown-resource')],
      { refused: true, status: 403, source: 'learned', pointer: '403' },
    ],
    [
      "is the operation's response of the usual status where nothing claims it",
      'unknown-resource',
      ['"404": { description: X }'],
      [],
      { refused: true, status: 404, source: 'assumed', pointer: '404' },
    ],
    [
      "is the operation's range of the usual status",
      'unknown-resource',
      ['4XX: { description: X }'],
      [],
      { refused: true, status: 404, source: 'assumed', pointer: '4XX' },
    ],
    [
      "is the operation's default",
      'unknown-resource',
      ['default: { description: X }'],
      [],
      { refused: true, status: 404, source: 'assumed', pointer: 'default' },
    ],
    [
      "is the document's response of the usual status",
      'unknown-resource',
      [],
      ['"404": { description: X }'],
      { refused: true, status: 404, source: 'assumed', pointer: '404' },
    ],
    [
      'is the usual status alone where there is no response',
      'unknown-resource',
      [],
      [],
      { refused: true, status: 404, source: 'assumed' },
    ],
    [
      'is the usual status in a range that claims it',
      'unknown-resource',
      [claiming('4XX', 'unknown-resource')],
      [],
      { refused: true, status: 404, source: 'learned', pointer: '4XX' },
    ],
    [
      'is the first status of a range that claims it and has not the usual one',
      'unknown-resource',
      [claiming('5XX', 'unknown-resource')],
      [],
      { refused: true, status: 500, source: 'learned', pointer: '5XX' },
    ],
    [
      'is the usual status in a default that claims it',
      'unknown-resource',
      [claiming('default', 'unknown-resource')],
      [],
      { refused: true, status: 404, source: 'learned', pointer: 'default' },
    ],
    [
      'is a success that claims it',
      'unknown-parameter',
      [claiming('203', 'unknown-parameter')],
      [],
      { refused: false, status: 203, source: 'learned', pointer: '203' },
    ],
    [
      'is the success where nothing claims it and it is usually accepted',
      'empty-patch',
      [],
      [],
      { refused: false, status: 200, source: 'assumed', pointer: 'Animal' },
    ],
    [
      'is a refusal that claims what is usually accepted',
      'empty-patch',
      [claiming('422', 'empty-patch')],
      [],
      { refused: true, status: 422, source: 'learned', pointer: '422' },
    ],
  ])('%s', (_, condition, responses, documents, expected) => {
    expect(answer(condition, responses, documents)).toEqual({ condition, ...expected });
  });

  test('is given where no operation is reached', () => {
    const service = readText(
      zooWith('security:', `x-docent: { responses: { ${claiming('404', 'unknown-path')} } }\nsecurity:`),
    );
    expect(answerTo(service, undefined, 'unknown-path')).toMatchObject({
      status: 404,
      source: 'learned',
      answer: { status: '404' },
    });
    expect(answerTo(service, undefined, 'method-not-allowed')).toEqual({
      condition: 'method-not-allowed',
      refused: true,
      status: 405,
      source: 'assumed',
      answer: undefined,
    });
  });
});
