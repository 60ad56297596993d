import { visible } from './visible';

/** A piece of HTML or XML that is safe to put into a page as it is. */
export class Markup {
  constructor(readonly text: string) {}
}

/** What may stand in a template: undefined leaves nothing, and of a list all is put one after the other. */
export type Part = Markup | string | number | undefined | Part[];

/** Markup with values in it; whatever is not markup itself is escaped, so that nothing a server sent can become markup. */
export function markup(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.reduce((text, string, index) => text + rendered(parts[index - 1]) + string));
}

function rendered(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.text;
  return Array.isArray(part) ? part.map(rendered).join('') : escaped(String(part));
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** What XML 1.0 does not allow even as a reference is shown as an escape. */
function escaped(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
