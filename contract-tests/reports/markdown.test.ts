import { describe, expect, test } from '@jest/globals';
import { hostileRun, sampleRun, sampleViolation } from '../test-support/sample-run';
import { markdownReport } from './markdown';

describe('the summary in Markdown', () => {
  test('begins with the conclusion and a table of operations', () => {
    const text = markdownReport(sampleRun([sampleViolation()]));
    expect(text).toMatch(/^## ❌ It does not conform: Zoo\n/);
    expect(text).toContain('| listAnimals | 0 | 1 | 0 | 0 | 0 |');
  });

  test('shows a finding side by side, with its command', () => {
    const text = markdownReport(sampleRun([sampleViolation()]));
    expect(text).toContain('| at most 30 entries | 31 entries |');
    expect(text).toContain('```sh\ncurl -i "http://zoo.test/animals" -H "Authorization: Basic $AUTH_TOKEN"\n```');
  });

  test('has no HTML, link or table cell of the server in it', () => {
    const text = markdownReport(hostileRun());
    const fences = /^(`{3,})sh\n[\s\S]*?\n\1$/gm;
    expect(text.match(fences)).toHaveLength(3 - 1);
    const prose = text.replace(fences, '').replace(/<\/?sub>/g, '');
    expect(prose).not.toMatch(/<[a-z/!]/i);
    expect(prose).not.toMatch(/(?<!\\)\[a\]|https?:\/\/evil/);
    expect(prose).not.toMatch(/[^\\|\s] ?\| \[/);
  });
});
