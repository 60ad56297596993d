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

/** Control characters but tab and line feed; surrogates without their other half; bidirectional controls; noncharacters. */
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029\ufeff\ufffe\uffff]/gu;
