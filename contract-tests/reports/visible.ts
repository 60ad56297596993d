/**
 * A text in which every character can be seen and none commands a terminal, a parser or the direction of writing: control
 * characters, bidirectional overrides and lone surrogates become escapes such as `\u202e`. Line breaks and tabs stay.
 */
export function visible(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** All in one line, for where a line break would begin something else. */
export function oneLine(text: string): string {
  return visible(text).replace(/\s*[\n\t]\s*/g, ' ');
}

/** At most so many characters, with a word on how many there were. */
export function shortened(text: string, most = 1200): string {
  const characters = text.slice(0, most * 2).match(/./gsu) ?? [];
  if (text.length <= most || characters.length <= most) return text;
  return `${characters.slice(0, most).join('')}… (${text.length} characters)`;
}

/** Control characters but tab and line feed; bidirectional controls; surrogates without their other half; noncharacters. */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is what it is for
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
