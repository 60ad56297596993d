import { describe, expect, test } from '@jest/globals';
import { hostileRun, sampleOutcome, sampleRun, sampleViolation } from '../test-support/sample-run';
import { xmlFaults } from '../test-support/xml-faults';
import { junitReport } from './junit';

describe('the JUnit report', () => {
  const xml = junitReport(
    sampleRun(
      [
        sampleViolation(),
        sampleOutcome({ rule: 'order', seconds: 0.25 }),
        sampleOutcome({ rule: 'pages-join', verdict: 'not exercised', reason: 'the list is "short"' }),
        sampleViolation({ rule: 'challenge', verdict: 'warned' }),
        sampleViolation({ rule: 'identifier', verdict: 'accepted' }),
      ],
      {
        missing: [{ operation: 'listAnimals', rule: 'lower-bound' }],
        counts: { passed: 1, violated: 1, accepted: 1, warned: 1, recorded: 0, 'not exercised': 1 },
      },
    ),
  );

  test('is well-formed', () => {
    expect(xmlFaults(xml)).toEqual([]);
  });

  test('counts what it holds', () => {
    expect(xml).toContain('tests="6" failures="1" errors="1" skipped="2" time="2.5"');
    expect(xml.match(/<testcase /g)).toHaveLength(6);
  });

  test.each([
    ['a violation', /name="page-size \(documented\)"><failure type="documented" message="A page holds at most 30/],
    ['what was not exercised', /name="pages-join \(documented\)"><skipped message="Not exercised, because the list is/],
    ['what is accepted', /name="identifier \(documented\)"><skipped message="Accepted as a deviation."\/>/],
    ['a check that was not executed', /name="lower-bound"><error message="It was planned, but not executed."\/>/],
    ['a warning', /name="challenge \(documented\)"><system-out>Warning: A page/],
    ['what passed', /name="order \(documented\)" time="0.25"><\/testcase>/],
  ])('shows %s as such', (_, shown) => {
    expect(xml).toMatch(shown);
  });

  test('is well-formed whatever the server sent', () => {
    expect(xmlFaults(junitReport(hostileRun()))).toEqual([]);
  });
});

describe('the check of XML', () => {
  test.each([
    ['<a><b></a>', '</a> closes what is not open'],
    ['<a>', '<a> is not closed'],
    ['<a x="<">', '"<a x="<">" has malformed attributes'],
    ['<a x=1></a>', '"<a x=1>" has malformed attributes'],
    ['<a>& b</a>', 'a bare ampersand in "& b"'],
    ['<a>\u0001</a>', 'U+1 may not stand in XML'],
    ['<a>\ud800</a>', 'U+d800 may not stand in XML'],
  ])('sees %j', (xml, fault) => {
    expect(xmlFaults(xml)).toContain(fault);
  });
});
