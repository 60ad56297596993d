import {
  fieldsOf,
  type Json,
  type JsonObject,
  keywordOf,
  type LocatedSchema,
  pointerTo,
  schemaAt,
  typesOf,
} from '../spec';
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
  const fitting = candidates({ ...context, current }, schema)
    .filter((value) => context.oracle.maySend(schema, value))
    .filter((value) => !isSame(context.document, schema, value, current));
  const sentences = isSentence(current) ? fitting.map(asSentence) : fitting;
  return sentences.every((value) => context.oracle.maySend(schema, value)) ? sentences : fitting;
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
  return typesOf(document, schema)
    .flatMap((type) => AWKWARD[type]?.({ ...context, current }, schema) ?? [])
    .filter((value) => oracle.maySend(schema, value) && !isSame(document, schema, value, current));
}

const AWKWARD: Record<string, (context: Context, schema: LocatedSchema) => Json[]> = {
  integer: () => [0],
  // One has a zero to lose; the last is, in hundredths, a little less than 29.
  number: () => [0, 1234.05, 0.29],
  string: () => ['', FOREIGN, `${'A long text. '.repeat(40)}End.`, LONGER, ...PUNCTUATED, '0075', '0', 'null'],
  array: (context, schema) => {
    const itemSchema = schemaAt(context.document, pointerTo(schema.pointer, 'items'));
    const items = candidates(context, itemSchema);
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

function candidates(context: Context, schema: LocatedSchema): Json[] {
  const { document } = context;
  const choices = keywordOf(document, schema, 'enum');
  if (Array.isArray(choices)) return choices.filter((choice) => choice !== null);
  const examples = keywordOf(document, schema, 'examples');
  const shown = [...(Array.isArray(examples) ? examples : []), keywordOf(document, schema, 'example') ?? null];
  const made = typesOf(document, schema).flatMap((type) => MAKERS[type]?.(context, schema) ?? []);
  return [...made, ...shown.filter((example) => !Array.isArray(example) && example !== null)];
}

type Maker = (context: Context, schema: LocatedSchema) => Json[];

const MAKERS: Record<string, Maker> = {
  boolean: () => [true, false],
  integer: (context, schema) => numbers(context, schema, [12, 15, 4, 2, 1]).map(Math.round),
  number: (context, schema) => numbers(context, schema, [12.25, 18.5, 7.75, 3]),
  string: texts,
  array: (context, schema) => {
    const items = candidates(context, schemaAt(context.document, pointerTo(schema.pointer, 'items')));
    return [items.slice(0, 3), items.slice(1, 2), items.slice(0, 2), items.slice(0, 1)].filter(
      (list) => list.length > 0,
    );
  },
  object: (context, schema) => {
    const fields = [...fieldsOf(context.document, schema)].map(
      ([name, field]) => [name, candidates(context, field)] as const,
    );
    return [0, 1].map((choice) =>
      Object.fromEntries(
        fields.flatMap(([name, values]) => (values[choice] === undefined ? [] : [[name, values[choice]]])),
      ),
    );
  },
};

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
  const isPatterned = keywordOf(document, schema, 'pattern') !== undefined;
  const isParticular = isPatterned || typeof longest === 'number';
  const plain = PLAIN.map((text) => text + (isParticular ? '' : (AGAIN[entry] ?? '')));
  return [...plain, ...(isParticular ? SHORT : []), ...(isPatterned ? PATTERNED : [])].map((text) => {
    const padded = typeof shortest === 'number' ? text.padEnd(shortest, ' and more') : text;
    return (typeof longest === 'number' ? padded.slice(0, longest) : padded).replace(/ $/, 's');
  });
}

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
  email: () => ['sample.one@example.com', 'sample.two@example.com'],
  uri: () => ['https://example.com/one', 'https://example.com/two'],
  uuid: () => ['5f0c9d0e-6d1c-4c2e-9b61-0b4c3f0a7d11', '8a1be2f4-2f5d-4f7a-8a35-7f5b2c9d4e22'],
};
