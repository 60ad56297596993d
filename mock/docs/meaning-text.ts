import type { List, Meaning, Source } from '../../spec';
import { mark } from './mark';

/** One thing that is said of an operation, and how it is known. */
interface Statement {
  text: string;
  source: Source;
}

/** What an operation does in the mock, as Markdown: each statement with a mark where it is not documented. */
export function meaningText(meaning: Meaning): string {
  const statements = [{ text: deedOf(meaning), source: meaning.source }, ...(isList(meaning) ? listing(meaning) : [])];
  return statements.map(({ text, source }) => `- ${text}${mark(source, '')}`).join('\n');
}

/** What each action does; one that is not here is named as it is. */
const DEEDS: Partial<Record<string, (resource: string) => string>> = {
  list: (resource) => `Lists ${resource}.`,
  read: (resource) => `Reads one of ${resource}.`,
  merge: (resource) =>
    `Gives the sent fields of one of ${resource} their new values; the others keep theirs (RFC 7396).`,
};

function deedOf({ action, resource }: Meaning): string {
  const name = `\`${resource}\``;
  return DEEDS[action]?.(name) ?? `Action \`${action}\` on ${name}.`;
}

function isList(meaning: Meaning): meaning is List {
  return meaning.action === 'list';
}

function listing({ order, from, page }: List): Statement[] {
  const statements: Statement[] = [];
  if (order) {
    const unique = order.unique ? ', of which no two entries have the same' : '';
    statements.push({ text: `In ${order.direction} order of \`${order.by}\`${unique}.`, source: order.source });
  }
  if (from) {
    const otherwise = from.default === undefined ? '' : `; unless it is sent, that is ${from.default}`;
    const text = `\`${from.parameter.name}\` is the least \`${from.field}\` that is returned${otherwise}.`;
    statements.push({ text, source: from.source });
  }
  if (page) {
    const size = page.defaultSize === undefined ? 'all of them' : String(page.defaultSize);
    const text = `\`${page.number.name}\` counts pages from ${page.first}, of \`${page.size.name}\` entries each; unless it is sent, ${size}.`;
    statements.push({ text, source: page.source });
  }
  return statements;
}
