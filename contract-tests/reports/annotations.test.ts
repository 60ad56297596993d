import { describe, expect, test } from '@jest/globals';
import { hostileRun, sampleOutcome, sampleRun, sampleViolation } from '../test-support/sample-run';
import { annotations } from './annotations';

describe('annotations', () => {
  test('stand at the line of the document that a violation breaks', () => {
    expect(annotations(sampleRun([sampleViolation()]))).toBe(
      '::error file=zoo.yaml,line=12,title=listAnimals%3A page-size::A page holds at most 30 entries.%0A' +
        'Expected: at most 30 entries%0AObserved: 31 entries%0A' +
        'Again: curl -i "http://zoo.test/animals" -H "Authorization: Basic $AUTH_TOKEN"\n',
    );
  });

  test('are warnings for what is only expected, and none for what passed or is accepted', () => {
    const run = sampleRun([
      sampleOutcome(),
      sampleViolation({ verdict: 'accepted' }),
      sampleViolation({ verdict: 'warned' }),
    ]);
    expect(annotations(run)).toMatch(/^::warning [^\n]*\n$/);
  });

  test('are one line each, whatever the server sent', () => {
    const lines = annotations(hostileRun()).trimEnd().split('\n');
    expect(lines.map((line) => /^::(error|warning) /.exec(line)?.[1])).toEqual(['error', 'warning']);
    expect(lines.join('').match(/\p{Cc}/gu)).toBeNull();
  });
});
