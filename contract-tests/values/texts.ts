import fc from 'fast-check';
import { type JsonObject, keywordOf, type LocatedSchema } from '../../spec';
import { addDays } from './days';

/** What a text is made for. */
interface Purpose {
  document: JsonObject;
  /** As YYYY-MM-DD. */
  today: string;
  /** The position of the entry among those that are updated together: where no two may be named alike, none are. */
  entry?: number;
  /** What is there. */
  current?: unknown;
}

/** Texts that may fit a schema: of its format, of its length, or that match its pattern. */
export function texts({ document, today, entry = 0, current }: Purpose, schema: LocatedSchema): string[] {
  const isBase64 = keywordOf(document, schema, 'contentEncoding') === 'base64';
  const format = isBase64 ? 'byte' : String(keywordOf(document, schema, 'format'));
  const byFormat = FORMATTED[format]?.(nextLike(today, current), entry);
  if (byFormat !== undefined) return byFormat;
  const shortest = keywordOf(document, schema, 'minLength');
  const longest = keywordOf(document, schema, 'maxLength');
  const pattern = keywordOf(document, schema, 'pattern');
  const isParticular = pattern !== undefined || typeof longest === 'number';
  const hasRoom = pattern === undefined && Number(longest ?? ROOM) >= ROOM;
  const plain = PLAIN.map((text) => text + (hasRoom && entry > 0 ? ` ${AGAIN[entry] ?? ''}`.trimEnd() : ''));
  const known = [...plain, ...(isParticular ? SHORT : []), ...(pattern === undefined ? [] : PATTERNED)].map((text) => {
    const padded = typeof shortest === 'number' ? text.padEnd(shortest, ' and more') : text;
    return (typeof longest === 'number' ? padded.slice(0, longest) : padded).replace(/ $/, 's');
  });
  if (typeof pattern !== 'string') return known;
  const made = matching(pattern, entry);
  return entry === 0 ? [...known, ...made] : [...made, ...known];
}

/**
 * Texts of letters, digits and the usual signs between them that match a pattern, other ones for each entry; of the first entry the
 * shortest first; none where it is beyond us.
 */
function matching(pattern: string, entry: number): string[] {
  try {
    const whole = fc.stringMatching(new RegExp(`^(?:${pattern})$`, 'u'), { maxLength: MATCHING_LENGTH });
    const all = fc.sample(whole, { seed: 1 + entry, numRuns: MATCHING_TRIALS });
    const texts = all.filter((text) => /^[A-Za-z0-9 .,:/#@+-]+$/.test(text));
    return entry === 0 ? texts.sort((a, b) => a.length - b.length) : texts;
  } catch {
    return []; // of what looks ahead or back, fast-check makes nothing
  }
}

const MATCHING_LENGTH = 20;
const MATCHING_TRIALS = 12;

/** Texts that name something, as any text field may. */
export const PLAIN = ['Sample one', 'Sample two', 'Trial three', 'Sample four', 'Trial five'];

/** What tells the texts of one entry from those of another. */
const AGAIN = ['', 'again', 'anew', 'afresh'];

/** Which text of a plain one and such a word is not too long for. */
const ROOM = 20;

/** For fields that have little room, or take no blanks. */
const SHORT = ['sample', 'trial'];

/** Texts for fields that are particular about what they take. */
const PATTERNED = ['10:30', '16:45', 'AB', 'AB-12', 'ABC', 'ABC-123', '12', '12345'];

/**
 * A day to begin with: a week after the last one that is there, which is as far ahead as services want it, and on its day of the
 * week; where there is none, or one far ahead, a day in four months on which most places are open.
 */
function nextLike(today: string, current: unknown): string {
  const known = [current].flat().filter((value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value));
  const last = known
    .map((value) => String(value).slice(0, 10))
    .sort()
    .at(-1);
  if (last !== undefined && last >= today && last <= addDays(today, FAR)) return addDays(last, 7);
  const day = addDays(today, 120);
  return addDays(day, (last === undefined ? 3 : weekday(last)) - weekday(day));
}

/** So many days ahead that a service may not look further. */
const FAR = 240;

/** 0 for Sunday. */
function weekday(date: string): number {
  return new Date(`${date.slice(0, 10)}T00:00:00Z`).getUTCDay();
}

const EMAILS = of(['sample.one', 'sample.two'], (name) => `${name}@example.com`);
const URIS = of(['one', 'two'], (name) => `https://example.com/${name}`);
const PATHS = of(['one', 'two'], (name) => `/sample/${name}`);
const HOSTS = of(['one', 'two'], (name) => `${name}.example.com`);

type Maker = (first: string, entry: number) => string[];

const FORMATTED: Record<string, Maker> = {
  date: (first) => [0, 7, 14, 21, 28, 35].map((days) => addDays(first, days)),
  'date-time': (first) => [0, 7, 14].map((days) => `${addDays(first, days)}T10:00:00Z`),
  time: () => ['10:30:00Z', '16:45:00Z'],
  duration: () => ['PT45M', 'PT2H'],
  email: EMAILS,
  'idn-email': EMAILS,
  uri: URIS,
  url: URIS,
  iri: URIS,
  'uri-reference': PATHS,
  'iri-reference': PATHS,
  'uri-template': () => ['/sample/{one}', '/sample/{two}'],
  'json-pointer': PATHS,
  regex: () => ['^sample$', '^trial$'],
  hostname: HOSTS,
  'idn-hostname': HOSTS,
  ipv4: () => ['192.0.2.1', '192.0.2.2'],
  ipv6: () => ['2001:db8::1', '2001:db8::2'],
  byte: () => ['U2FtcGxlIG9uZQ==', 'U2FtcGxlIHR3bw=='],
  uuid: (_first, entry) => [
    `${5 + entry}f0c9d0e-6d1c-4c2e-9b61-0b4c3f0a7d11`,
    `${entry}a1be2f4-2f5d-4f7a-8a35-7f5b2c9d4e22`,
  ],
};

/** Names with what tells those of one entry from those of another, in the form that a format wants. */
function of(names: string[], form: (name: string) => string): Maker {
  return (_first, entry) => names.map((name) => form([name, AGAIN[entry] ?? ''].join('-').replace(/-$/, '')));
}
