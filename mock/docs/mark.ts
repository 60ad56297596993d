import type { Source } from '../../spec';

/** What the page says of a statement of each source; a documented one carries no mark. */
const SAYINGS: Record<Source, { name: string; says: string } | undefined> = {
  documented: undefined,
  observed: { name: 'Observed', says: 'the documentation calls this observed.' },
  expected: { name: 'Expected', says: 'an RFC or common sense says this, the documentation does not.' },
  assumed: { name: 'Assumed', says: 'the documentation does not show this.' },
  learned: { name: 'Learned', says: 'this was measured on a deployment.' },
};

/**
 * How a statement is known, as a piece of Markdown that follows it; nothing where it is documented.
 * @param says in place of the usual words after the name of the source; the name alone where it is empty
 */
export function mark(source: Source, says?: string): string {
  const saying = SAYINGS[source];
  if (saying === undefined) return '';
  const text = says === '' ? saying.name : `${saying.name}: ${says ?? saying.says}`;
  return ` <mark title="${saying.name}: ${saying.says}">${text}</mark>`;
}

/** What the marks mean, as Markdown. */
export function legend(): string {
  const marks = Object.keys(SAYINGS).map((source) => mark(source as Source).trim()); // its keys are the sources
  const lines = marks.filter((text) => text !== '').map((text) => `- ${text}`);
  return ['Whatever carries no mark is documented. Marks say how else something is known:', '', ...lines].join('\n');
}
