import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { packageFolder } from '../spec';
import { withReport } from './readme';

const [BEGIN, END] = ['<!-- measured: written by npm run bench -- --write -->', '<!-- /measured -->'];

describe('The report', () => {
  test('takes the place of the one before, and nothing else changes', () => {
    const readme = `# Title\n\n${BEGIN}\n\nold\n\n${END}\n\n## Next\n`;
    expect(withReport(readme, 'new $& $1')).toBe(`# Title\n\n${BEGIN}\n\nnew $& $1\n\n${END}\n\n## Next\n`);
  });

  test('written twice is written once', () => {
    const once = withReport(`${BEGIN}${END}\n`, 'figures');
    expect(withReport(once, 'figures')).toBe(once);
  });

  test.each([
    ['without markers', '# Title\n'],
    ['without its end', `${BEGIN}\n`],
    ['with the end before the beginning', `${END}\n${BEGIN}\n`],
    ['with two places for it', `${BEGIN}${END}${BEGIN}${END}`],
  ])('has no place in a README %s', (_name, readme) => {
    expect(() => withReport(readme, 'figures')).toThrow(/^Failed to write the README: it has no single place/);
  });

  test('has its place in the README', () => {
    const readme = readFileSync(join(packageFolder, 'README.md'), 'utf8');
    expect(withReport(readme, 'figures')).toContain(`${BEGIN}\n\nfigures\n\n${END}`);
  });
});
