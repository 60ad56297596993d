import fc from 'fast-check';
import {
  fieldsOf,
  isObject,
  type Json,
  type JsonObject,
  keywordOf,
  type LocatedSchema,
  pointerTo,
  schemaAt,
  typesOf,
} from '../spec';
import { alternativesOf } from './alternatives';
import { addDays } from './days';
import type { SchemaOracle } from './oracle';
import { isSame } from './same-value';

interface Context {
  document: JsonObject;
  oracle: SchemaOracle;
  /** As YYYY-MM-DD. */
  today: string;
  /** The position of the entry among those that are updated together: where no two may be named alike, none are. */
  entry?: number;
  /** The field's value as it is. */
  current?: unknown;
}

/**
 * Values of a field that no service has a reason to refuse: short plain text, dates to come, modest amounts that a binary
 * fraction holds exactly. None of them is the current value; there are none where the schema allows none that we know.
 */
export function benignValues(context: Context, schema: LocatedSchema, current: unknown): Json[] {
  const usable = (values: Json[]) =>
    values
      .filter((value) => context.oracle.maySend(schema, value))
      .filter((value) => !isSame(context.document, schema, value, current));
  const made = usable(candidates({ ...context, current }, schema));
  const fitting = made.length > 0 ? made : usable(lastResorts(context.document, schema, current));
  const sentences = isSentence(current) ? fitting.map(asSentence) : fitting;
  return sentences.every((value) => context.oracle.maySend(schema, value)) ? sentences : fitting;
}

/** Whole values that the document shows, and what is there in another order or in part. */
function lastResorts(document: JsonObject, schema: LocatedSchema, current: unknown): Json[] {
  const examples = keywordOf(document, schema, 'examples');
  const shown = [keywordOf(document, schema, 'example'), keywordOf(document, schema, 'default')];
  const known = [...(Array.isArray(examples) ? examples : []), ...shown].filter((value) => value !== undefined);
  const parts = Array.isArray(current) ? [current.toReversed(), current.slice(0, 1)] : [];
  return [...known.filter((value) => value !== null), ...parts];
}

/** Where a field holds a sentence, a service may want one. */
function isSentence(value: unknown): boolean {
  return typeof value === 'string' && /\p{L}[.!?]$/u.test(value);
}

function asSentence(value: Json): Json {
  const isPlain = typeof value === 'string' && PLAIN.some((text) => value.startsWith(text));
  return isPlain ? `${value}, in a sentence of its own.` : value;
}

/**
 * Values that the schema allows and that careless code loses or changes: empty, zero, long, foreign, marked up, numeric, like
 * a literal, repeated, out of order. A text has no blanks that could be trimmed: whether it is kept with them, nobody says.
 */
export function awkwardValues(context: Context, schema: LocatedSchema, current: unknown): Json[] {
  const { document, oracle } = context;
  const values = kindsOf({ ...context, current }, schema).flatMap(
    ([type, kind]) => AWKWARD[type]?.({ ...context, current }, kind) ?? [],
  );
  return values
    .filter((value, index) => values.findIndex((other) => isSame(document, schema, other, value)) === index)
    .filter((value) => oracle.maySend(schema, value) && !isSame(document, schema, value, current));
}

const AWKWARD: Record<string, (context: Context, schema: LocatedSchema) => Json[]> = {
  integer: () => [0],
  // One has a zero to lose; the last is, in hundredths, a little less than 29.
  number: () => [0, 1234.05, 0.29],
  string: () => ['', FOREIGN, `${'A long text. '.repeat(40)}End.`, LONGER, ...PUNCTUATED, '0075', '0', 'null'],
  array: (context, schema) => {
    const itemSchema = schemaAt(context.document, pointerTo(schema.pointer, 'items'));
    const items = itemsFor(context, schema);
    const [first, second, third] = items;
    if (first === undefined || second === undefined || third === undefined) return [[]];
    const asMany = Array.isArray(context.current) ? items.slice(0, context.current.length) : [];
    const many = keywordOf(context.document, itemSchema, 'format') === 'date' ? [monthEnds(context.today)] : [];
    return [asMany, items.slice(0, 5), [third, first, second], [first, first, second], ...many, []];
  },
};

/** Letters, and what compatibility, typewriters and single characters make something else of. */
const FOREIGN = 'Größe 博物館 – «Ñ» 🏛️ 20 m² ½ “a” ’ … 👩‍🚀';

/** Longer than what careless columns and buffers hold. */
const LONGER = `${'A longer text. '.repeat(140)}End.`;

/** A value so like another that careless code takes it for the same: other letter case, a hundredth more, another order. */
export function slightlyOther(value: Json): Json {
  if (typeof value === 'string') return value.toUpperCase();
  if (typeof value === 'number') return Number((value + 0.01).toFixed(2));
  return Array.isArray(value) ? value.toReversed() : value;
}

/** What escaping and unescaping go wrong with; apart from one another, since markup alone may be refused. */
const PUNCTUATED = [`Tom & Jo's "Q&A" – 50%25, 2+2`, 'a <b>bold</b> C:\\new {{x}} $& &amp; %41'];

/** The last days of the next twelve months: of summer and winter, of all weekdays. */
function monthEnds(today: string): string[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return Array.from({ length: 12 }, (_, index) =>
    new Date(Date.UTC(year, month + index + 1, 0)).toISOString().slice(0, 10),
  );
}

/** Values that may fit; what a schema or those that it consists of leave open, its alternatives say. */
function candidates(context: Context, schema: LocatedSchema): Json[] {
  const { document } = context;
  const named = choicesOf(document, schema);
  if (named !== undefined) return named.filter((choice) => choice !== null);
  const examples = keywordOf(document, schema, 'examples');
  const shown = [...(Array.isArray(examples) ? examples : []), keywordOf(document, schema, 'example') ?? null];
  const made = kindsOf(context, schema).flatMap(([type, kind]) => MAKERS[type]?.(context, kind) ?? []);
  const alternatives = alternativesOf(document, schema)
    .map((alternative) => choicesOf(document, alternative) ?? [])
    .flatMap((choices) => choices.filter((choice) => choice !== null));
  return [...made, ...alternatives, ...shown.filter((example) => !Array.isArray(example) && example !== null)];
}

/** The values that a schema names one by one. */
function choicesOf(document: JsonObject, schema: LocatedSchema): Json[] | undefined {
  const constant = keywordOf(document, schema, 'const');
  const choices = keywordOf(document, schema, 'enum');
  return constant !== undefined ? [constant] : Array.isArray(choices) ? choices : undefined;
}

/** Each type that a value may have, with the schema that says more about it; where no schema names one, that of what is there. */
function kindsOf({ document, current }: Context, schema: LocatedSchema): (readonly [string, LocatedSchema])[] {
  const own = typesOf(document, schema);
  const alternatives = alternativesOf(document, schema);
  const told = [schema, ...alternatives].flatMap((each) => {
    const types = typesOf(document, each);
    return (types.length > 0 ? types : own).map((type) => [type, each] as const);
  });
  if (told.length > 0) return told;
  return [schema, ...alternatives].map((each) => [typeOf(current), each] as const);
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

type Maker = (context: Context, schema: LocatedSchema) => Json[];

const MAKERS: Record<string, Maker> = {
  boolean: () => [true, false],
  integer: (context, schema) => numbers(context, schema, [12, 15, 4, 2, 1]).map(Math.round),
  number: (context, schema) => numbers(context, schema, [12.25, 18.5, 7.75, 3]),
  string: texts,
  array: lists,
  object: objects,
};

/** Lists of three, one and two items, or of as many as the schema wants. */
function lists(context: Context, schema: LocatedSchema): Json[] {
  const items = itemsFor(context, schema);
  const bound = (keyword: string, otherwise: number) =>
    Number(keywordOf(context.document, schema, keyword) ?? otherwise);
  const [least, most] = [bound('minItems', 1), bound('maxItems', Number.POSITIVE_INFINITY)];
  const cut = (from: number, length: number) => {
    const there = Math.min(length, items.length - from);
    return Array.from(
      { length: Math.min(most, Math.max(least, there)) },
      (_, index) => items[(from + index) % items.length],
    );
  };
  const made = items.length === 0 ? [] : [cut(0, 3), cut(Math.min(1, items.length - 1), 1), cut(0, 2), cut(0, 1)];
  const distinct = new Map(made.map((list) => [JSON.stringify(list), list as Json[]])); // an index within the items
  return [...distinct.values()].filter((list) => list.length > 0);
}

/** Different values that the schema of a list allows as its items. */
function itemsFor(context: Context, schema: LocatedSchema): Json[] {
  const { document, oracle, current } = context;
  const items = schemaAt(document, pointerTo(schema.pointer, 'items'));
  const first: unknown = Array.isArray(current) ? current[0] : undefined;
  const fitting = candidates({ ...context, current: first }, items).filter((value) => oracle.maySend(items, value));
  return fitting.filter(
    (value, index) => fitting.findIndex((other) => isSame(document, items, other, value)) === index,
  );
}

/**
 * Objects with other values for the members that are there, so that nothing is left of them, whether members are merged or
 * replaced; with all documented members where nothing is there.
 */
function objects(context: Context, schema: LocatedSchema): Json[] {
  const current = isObject(context.current) ? context.current : undefined;
  const names = current === undefined ? fieldsOf(context.document, schema).keys() : Object.keys(current);
  const members = [...names].map(
    (name) => [name, memberValues({ ...context, current: current?.[name] }, schema, name)] as const,
  );
  if (members.length === 0 || members.some(([, values]) => values.length === 0)) return [];
  return [0, 1, 2].map((choice) =>
    Object.fromEntries(
      members.map(([name, values], index) => [name, values[(choice + index) % values.length] ?? null]),
    ),
  );
}

/** Values for a member; what the document does not name beside others stays as it is. */
function memberValues(context: Context, schema: LocatedSchema, name: string): Json[] {
  const { document, oracle, current } = context;
  const documented = fieldsOf(document, schema);
  const others = schemaAt(document, pointerTo(schema.pointer, 'additionalProperties'));
  const isStrange = !documented.has(name) && Object.keys(others.value).length === 0;
  if (isStrange && documented.size > 0 && current !== undefined) return [current as Json]; // a member of parsed JSON
  const member = documented.get(name) ?? others;
  return candidates(context, member).filter((value) => oracle.maySend(member, value));
}

function numbers({ document }: Context, schema: LocatedSchema, modest: number[]): number[] {
  const bound = (keyword: string) => {
    const value = keywordOf(document, schema, keyword);
    return typeof value === 'number' ? value : undefined;
  };
  const step = bound('multipleOf');
  const low = bound('minimum') ?? bound('exclusiveMinimum');
  const high = bound('maximum') ?? bound('exclusiveMaximum');
  const near = [
    ...(low === undefined ? [] : [low + 1, low + 2, low]),
    ...(high === undefined ? [] : [high - 1, high - 2, high]),
  ];
  const multiples =
    step === undefined ? [] : [...modest, ...near].map((value) => Math.max(1, Math.round(value / step)) * step);
  return [...modest, ...multiples, ...near];
}

function texts({ document, today, entry = 0, current }: Context, schema: LocatedSchema): string[] {
  const format = keywordOf(document, schema, 'format');
  const byFormat = typeof format === 'string' ? FORMATTED[format]?.(nextLike(today, current)) : undefined;
  if (byFormat !== undefined) return byFormat;
  const shortest = keywordOf(document, schema, 'minLength');
  const longest = keywordOf(document, schema, 'maxLength');
  const pattern = keywordOf(document, schema, 'pattern');
  const isParticular = pattern !== undefined || typeof longest === 'number';
  const plain = PLAIN.map((text) => text + (isParticular ? '' : (AGAIN[entry] ?? '')));
  const known = [...plain, ...(isParticular ? SHORT : []), ...(pattern === undefined ? [] : PATTERNED)].map((text) => {
    const padded = typeof shortest === 'number' ? text.padEnd(shortest, ' and more') : text;
    return (typeof longest === 'number' ? padded.slice(0, longest) : padded).replace(/ $/, 's');
  });
  return typeof pattern === 'string' ? [...known, ...matching(pattern)] : known;
}

/** Texts of letters, digits and the usual signs between them that match a pattern, the shortest first; none where it is beyond us. */
function matching(pattern: string): string[] {
  try {
    const whole = fc.stringMatching(new RegExp(`^(?:${pattern})$`, 'u'), { maxLength: MATCHING_LENGTH });
    const texts = fc.sample(whole, { seed: 1, numRuns: MATCHING_TRIALS });
    return texts.filter((text) => /^[A-Za-z0-9 .,:/#@+-]+$/.test(text)).sort((a, b) => a.length - b.length);
  } catch {
    return []; // of what looks ahead or back, fast-check makes nothing
  }
}

const MATCHING_LENGTH = 20;
const MATCHING_TRIALS = 12;

/** Texts that name something, as any text field may. */
const PLAIN = ['Sample one', 'Sample two', 'Trial three', 'Sample four', 'Trial five'];

/** What tells the texts of one entry from those of another. */
const AGAIN = ['', ' again', ' anew', ' afresh'];

/** For fields that have little room, or take no blanks. */
const SHORT = ['sample', 'trial'];

/** Texts for fields that are particular about what they take. */
const PATTERNED = ['10:30', '16:45', 'AB', 'AB-12', 'ABC', 'ABC-123', '12', '12345'];

/** A day in four months on which most places are open: on the day of the week of a date that is there, else a Wednesday. */
function nextLike(today: string, current: unknown): string {
  const known = [current].flat().find((value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value));
  const day = addDays(today, 120);
  return addDays(day, (known === undefined ? 3 : weekday(String(known))) - weekday(day));
}

/** 0 for Sunday. */
function weekday(date: string): number {
  return new Date(`${date.slice(0, 10)}T00:00:00Z`).getUTCDay();
}

const FORMATTED: Record<string, (first: string) => string[]> = {
  date: (first) => [0, 7, 14, 21, 28, 35].map((days) => addDays(first, days)),
  'date-time': (first) => [0, 7, 14].map((days) => `${addDays(first, days)}T10:00:00Z`),
  time: () => ['10:30:00Z', '16:45:00Z'],
  duration: () => ['PT45M', 'PT2H'],
  email: () => ['sample.one@example.com', 'sample.two@example.com'],
  uri: () => ['https://example.com/one', 'https://example.com/two'],
  'uri-reference': () => ['/sample/one', '/sample/two'],
  hostname: () => ['one.example.com', 'two.example.com'],
  ipv4: () => ['192.0.2.1', '192.0.2.2'],
  ipv6: () => ['2001:db8::1', '2001:db8::2'],
  byte: () => ['U2FtcGxlIG9uZQ==', 'U2FtcGxlIHR3bw=='],
  uuid: () => ['5f0c9d0e-6d1c-4c2e-9b61-0b4c3f0a7d11', '8a1be2f4-2f5d-4f7a-8a35-7f5b2c9d4e22'],
};
