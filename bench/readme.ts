/** What the figures stand between in the README. */
const BEGIN = '<!-- measured: written by npm run bench -- --write -->';
const END = '<!-- /measured -->';

/**
 * A README with the report in place of the one that it had.
 * @throws {Error} where it has not both markers, once and in order
 */
export function withReport(readme: string, report: string): string {
  const [before = '', after, ...others] = readme.split(BEGIN);
  const [, rest, ...more] = (after ?? '').split(END);
  if (rest === undefined || others.length > 0 || more.length > 0) {
    const right = `"${BEGIN}" and after it "${END}", once each, would be right`;
    throw new Error(`Failed to write the README: it has no single place for the report. ${right}.`);
  }
  return `${before}${BEGIN}\n\n${report}\n\n${END}${rest}`;
}
