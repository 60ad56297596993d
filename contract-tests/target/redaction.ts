import { literalPattern } from '../../spec';

/**
 * Replaces secrets by `[credential]`, in every encoding in which a message could carry them: base64 or decoded from it,
 * percent-encoded, escaped for JSON, HTML or a shell, any of these over each other, in hexadecimal, and cut off at the end of a
 * text.
 */
export function createRedaction(...secrets: string[]): (text: string) => string {
  const values = [...new Set(secrets.flatMap(formsOf))].filter((value) => value !== '');
  const bytes = [...new Set(secrets.flatMap(readableForms))].filter((value) => value !== '');
  if (values.length === 0) return (text) => text;
  const letters = redactionOf(longestFirst(values).map(patternOf), (text) => mayHoldLetters(text, values));
  const hexadecimal = redactionOf(longestFirst(bytes).map(hexadecimalPattern), (text) => mayHoldBytes(text, bytes));
  return (text) => hexadecimal(letters(text));
}

/** Replaces what matches a pattern, in texts that may hold such a thing: to tell that hardly any does is quick. */
function redactionOf(patterns: string[], mayHold: (text: string) => boolean): (text: string) => string {
  let pattern: RegExp | undefined;
  return (text) => {
    if (!mayHold(text)) return text;
    pattern ??= new RegExp(patterns.join('|'), 'gu');
    return text.replace(pattern, '[credential]');
  };
}

/** Whether letters are encoded, or the beginning of a secret stands there as it is, backslashes aside. */
function mayHoldLetters(text: string, secrets: string[]): boolean {
  if (ENCODED_LETTER.test(text)) return true;
  const bare = text.replaceAll('\\', '');
  return secrets.some((secret) => bare.includes(beginningOf(secret).replaceAll('\\', '')));
}

const ENCODED_LETTER = /%[\da-f]{2}|\\u|&(?:#|amp;|quot;|apos;|lt;|gt;)/i;

function beginningOf(secret: string): string {
  return [...secret].slice(0, REVEALING).join('');
}

function mayHoldBytes(text: string, secrets: string[]): boolean {
  const squeezed = text.toLowerCase().replace(NOT_HEXADECIMAL, '');
  return secrets.some((secret) => squeezed.includes(Buffer.from(secret).toString('hex').slice(0, REVEALING)));
}

/** What may stand before or between bytes in hexadecimal. */
const NOT_HEXADECIMAL = /0?x|[ ,:\\-]/g;

/** Whether a text holds a secret, and not merely a word that a password happens to be as well. */
export function holdsSecret(text: string, secret: string): boolean {
  const decoded = Buffer.from(secret, 'base64').toString('utf8');
  const isReadable = unpadded(Buffer.from(decoded).toString('base64')) === plainBase64(secret);
  return [secret, ...(isReadable ? [decoded] : [])]
    .filter((value) => value.length >= LONG_ENOUGH)
    .some((value) => text.includes(value) || text.includes(JSON.stringify(value).slice(1, -1)));
}

/** Anything shorter may stand in a text of its own accord. */
const LONG_ENOUGH = 8;

function longestFirst(texts: string[]): string[] {
  return texts.toSorted((a, b) => b.length - a.length);
}

/** A secret, what it means if it is base64 of a text, and base64 of it. */
function formsOf(secret: string): string[] {
  const readable = readableForms(secret);
  const base64 = readable.flatMap((each) =>
    (['base64', 'base64url'] as const).flatMap((encoding) => [
      unpadded(Buffer.from(each).toString(encoding)),
      ...amidBase64(each, encoding),
    ]),
  );
  return [unpadded(secret), ...readable, ...base64];
}

/** What base64 of any longer text has of a secret that stands in it: by how many bytes come before, one of three. */
function amidBase64(secret: string, encoding: 'base64' | 'base64url'): string[] {
  const cores = [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    // Letters of six bits each: those that hold bits of what comes before or after could be any.
    return bytes.toString(encoding).slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
  });
  return cores.filter((core) => core.length >= REVEALING);
}

/** A secret, and what it means if it is base64 of a text: with the password in it, where that is no mere syllable. */
function readableForms(secret: string): string[] {
  const decoded = Buffer.from(secret, 'base64').toString('utf8');
  const isReadable = unpadded(Buffer.from(decoded).toString('base64')) === plainBase64(secret);
  const password = isReadable ? decoded.slice(decoded.indexOf(':') + 1) : '';
  return [secret, ...(isReadable ? [decoded, ...(password.length >= SHORT ? [password] : [])] : [])];
}

function plainBase64(text: string): string {
  return unpadded(text.replaceAll('-', '+').replaceAll('_', '/'));
}

function unpadded(base64: string): string {
  return base64.replace(/=+$/, '');
}

/** Anything shorter stands in any word by chance, and is replaced only where it is a word of its own. */
const SHORT = 4;

/** How much of a secret gives it away where the rest is cut off. */
const REVEALING = 6;

function patternOf(secret: string): string {
  const letters = [...secret].map(letterPattern);
  return secret.length < SHORT ? asWord(letters.join('')) : orCutOff(letters, REVEALING);
}

/** The bytes of a text in hexadecimal, one after the other, or set apart as in `62 58`, `62:58`, `\x62\x58` and `0x62, 0x58`. */
function hexadecimalPattern(secret: string): string {
  const bytes = [...Buffer.from(secret)].map((byte, index) => {
    const apart = index === 0 ? '' : '[ ,:-]{0,2}';
    return `${apart}(?:\\\\*0?x)?${anyCase(byte.toString(16).padStart(2, '0'))}`;
  });
  // Two letters for each byte: half as many bytes give as much away, and stand by chance in as few words.
  return bytes.length < REVEALING / 2 ? asWord(bytes.join('')) : orCutOff(bytes, REVEALING / 2, '[\\da-fA-F]?');
}

function asWord(pattern: string): string {
  return `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`;
}

/** The whole, or so many parts of it and perhaps more, and what is left of the next, where the text ends or was cut off. */
function orCutOff(parts: string[], revealing: number, ofNext = ''): string {
  const whole = parts.join('');
  if (parts.length <= revealing) return whole;
  const rest = parts.slice(revealing).reduceRight((tail, part) => `(?:${part}${tail})?`, '');
  return `${whole}|${parts.slice(0, revealing).join('')}${rest}${ofNext}(?=…|$)`;
}

const NAMED: Record<string, string> = { '"': 'quot', "'": 'apos', '&': 'amp', '<': 'lt', '>': 'gt' };

/** A character in any encoding. */
function letterPattern(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  const hexadecimal = code.toString(16);
  const units = [...Array(letter.length).keys()].map((index) => letter.charCodeAt(index).toString(16).padStart(4, '0'));
  const percent = [...Buffer.from(letter)].map((byte) => `%(?:25)*${anyCase(byte.toString(16).padStart(2, '0'))}`);
  const named = NAMED[letter];
  return `(?:${[
    letter === '\\' ? '\\\\+' : `\\\\*${literalPattern(letter)}`,
    percent.join(''),
    units.map((unit) => `\\\\+u${anyCase(unit)}`).join(''),
    `&(?:amp;)*#(?:0*${code}|[xX]0*${anyCase(hexadecimal)});`,
    ...(named === undefined ? [] : [`&(?:amp;)*${named};`]),
  ].join('|')})`;
}

function anyCase(hexadecimal: string): string {
  return hexadecimal.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
