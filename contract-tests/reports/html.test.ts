import { describe, expect, test } from '@jest/globals';
import { hostileRun, sampleOutcome, sampleRun, sampleViolation } from '../test-support/sample-run';
import { xmlFaults } from '../test-support/xml-faults';
import { htmlReport } from './html';

const EMPTY = ['meta'];

/** The elements of a page by their names. */
function elementsOf(page: string): Set<string> {
  const withoutStyle = page.replace(/<style>.*?<\/style>/s, '');
  return new Set([...withoutStyle.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name = '']) => name));
}

/** What a reader sees. */
function wordsOf(page: string): string {
  return page
    .replace(/<style>.*?<\/style>|<[^>]*>/gs, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
}

describe('the report page', () => {
  test('shows a finding with its sentence, its place, both sides, the exchange and the command', () => {
    const words = wordsOf(htmlReport(sampleRun([sampleViolation()])));
    expect(words).toContain('It does not conform 1 of 1 statement that could be judged did not hold.');
    expect(words).toContain('A page holds at most 30 entries. documented Zoo interface, Lists, zoo.yaml:12');
    expect(words).toContain('Expected at most 30 entries');
    expect(words).toContain('Observed 31 entries');
    expect(words).toContain('See it again curl -i "http://zoo.test/animals" -H "Authorization: Basic $AUTH_TOKEN"');
    expect(words).toContain('Request GET http://zoo.test/animals');
    expect(words).toContain('Answer 200 OK content-type: application/json [1, 2]');
  });

  test('leads from each square to what stands on the page', () => {
    const page = htmlReport(sampleRun([sampleViolation(), sampleOutcome({ rule: 'order' })]));
    const leads = [...page.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
    expect(leads).toEqual(['finding-1', 'check-2']);
    for (const id of leads) expect(page).toContain(`id="${id}"`);
  });

  test('puts what was recorded otherwise than assumed before what was not', () => {
    const recorded = (rule: string, observed: string) =>
      sampleOutcome({ rule, verdict: 'recorded', source: 'assumed', finding: { expected: '400', observed } });
    const words = wordsOf(htmlReport(sampleRun([recorded('empty-patch', '400'), recorded('unknown-field', '200')])));
    expect(words).toMatch(/Otherwise than assumed.* unknown-field .*As assumed.* empty-patch /);
  });

  test('says why something was not exercised, once for all of the same reason', () => {
    const skipped = (rule: string) => sampleOutcome({ rule, verdict: 'not exercised', reason: 'the list is empty' });
    const words = wordsOf(htmlReport(sampleRun([skipped('order'), skipped('pages-join')])));
    expect(words).toContain('The run proves nothing');
    expect(words).toContain('Because the list is empty listAnimals order, pages-join');
  });

  test('tells of flaky checks, requests sent again, fields never seen and checks never made', () => {
    const retry = { method: 'GET', path: '/animals', why: 'it answered 429', waited: 1000 };
    const page = htmlReport(
      sampleRun([sampleViolation({ flaky: true, retries: [retry, retry] })], {
        unseenFields: [{ operation: 'listAnimals', field: 'keeper' }],
        missing: [{ operation: 'listAnimals', rule: 'order' }],
      }),
    );
    const words = wordsOf(page);
    expect(words).toContain('writing allowed, 1 check flaky');
    expect(words).toContain('It failed, and passed when it was made again');
    expect(words).toContain('2 times it answered 429 GET /animals');
    expect(words).toContain('Fields never seen 1');
    expect(words).toContain('listAnimals keeper');
    expect(words).toContain('Planned, but not executed 1');
  });

  test('is one file that loads nothing and runs nothing', () => {
    const page = htmlReport(hostileRun());
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'`);
    const elements = elementsOf(page);
    for (const name of ['script', 'img', 'link', 'iframe', 'object', 'form']) expect(elements).not.toContain(name);
    expect(page).not.toMatch(/@import|url\(/);
  });

  test('shows what a hostile server sent as text only, in well-formed markup', () => {
    const page = htmlReport(hostileRun());
    expect(xmlFaults(page, EMPTY)).toEqual([]);
    expect(page).not.toMatch(/<[^>]*\son[a-z]+=/i);
    expect(wordsOf(page)).toContain('<script>alert(1)</script> "><img src=x onerror=alert(1)>');
    expect(page).toContain('\\u202eright to left\\u202c مرحبا 🏛️');
  });

  test('shortens what is long', () => {
    expect(htmlReport(hostileRun()).match(/x{5000}/)).toBeNull();
  });
});
