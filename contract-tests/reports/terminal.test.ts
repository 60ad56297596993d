import { describe, expect, test } from '@jest/globals';
import { hostileRun, sampleOutcome, sampleRun, sampleViolation } from '../test-support/sample-run';
import { paintFor, plain } from './paint';
import { terminalReport } from './terminal';

const recorded = (rule: string, observed: string, operation = 'listAnimals') =>
  sampleOutcome({ operation, rule, verdict: 'recorded', source: 'assumed', finding: { expected: '400', observed } });

describe('the summary in a terminal', () => {
  test('has a line an operation and ends with the conclusion', () => {
    const text = terminalReport(sampleRun([sampleOutcome(), sampleOutcome({ operation: 'readAnimal' })]));
    expect(text).toMatch(/\nlistAnimals +1 +· +· +· +·\nreadAnimal +1/);
    expect(text).toMatch(/\nIt conforms\. Nothing that the documentation states was seen violated\.$/);
  });

  test('shows the violated last, where the eye is, with the command that shows it again', () => {
    const text = terminalReport(sampleRun([sampleViolation(), recorded('empty-patch', '200')]));
    expect(text).toMatch(/Recorded, and otherwise[\s\S]*Violated\n {2}listAnimals · page-size \(documented\)/);
    expect(text).toContain('    observed   31 entries\n');
    expect(text).toContain('    again      curl -i "http://zoo.test/animals"');
  });

  test('names only what was recorded otherwise than assumed, alike things together', () => {
    const run = sampleRun([
      recorded('empty-patch', '400'),
      recorded('unknown-field', '200'),
      recorded('unknown-field', '200', 'readAnimal'),
    ]);
    const text = terminalReport(run);
    expect(text).toContain(
      '  unknown-field: assumed 400, really 200 (listAnimals, readAnimal)\n  and 1 more as assumed',
    );
    expect(text).not.toContain('empty-patch');
  });

  test('counts what was recorded as assumed in one line', () => {
    expect(terminalReport(sampleRun([recorded('empty-patch', '400')]))).toContain('\nRecorded: 1, all as assumed\n');
  });

  test('labels a flaky check', () => {
    expect(terminalReport(sampleRun([sampleViolation({ flaky: true })]))).toContain('(documented, flaky: it passed');
  });

  test('lets no server command the terminal or begin a line of its own', () => {
    const text = terminalReport(hostileRun());
    expect(text.replaceAll('\n', '').match(/[\p{Cc}\p{Bidi_Control}]/gu)).toBeNull();
    expect(text.match(/^\s*::.*/gm)).toBeNull();
  });
});

describe('colours', () => {
  test.each([
    [{ isTTY: true }, {}, true],
    [{ isTTY: true }, { NO_COLOR: '1' }, false],
    [{ isTTY: true }, { NO_COLOR: '' }, true],
    [{}, {}, false],
  ])('of %j with %j are shown: %s', (stream, environment, shown) => {
    expect(paintFor(stream, environment) !== plain).toBe(shown);
  });
});
