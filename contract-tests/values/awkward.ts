import {
  fieldsOf,
  isObject,
  type Json,
  type JsonObject,
  keywordOf,
  type LocatedSchema,
  pointerTo,
  schemaAt,
} from '../../spec';
import { type Context, itemsFor, kindsOf } from './candidates';
import { addDays } from './days';
import { asDecimal } from './decimals';
import { isSame } from './same-value';

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
    .filter((value, index) => values.findIndex((other) => isSame(document, [schema], other, value)) === index)
    .filter((value) => oracle.maySend(schema, value) && !isSame(document, [schema], value, current));
}

const AWKWARD: Record<string, (context: Context, schema: LocatedSchema) => Json[]> = {
  integer: ({ document }, schema) => [
    ...(keywordOf(document, schema, 'format') === 'int64' ? [0, -3, 70_000, 3_000_000_000] : [0, -3, 70_000]),
    ...boundsOf(document, schema),
  ],
  // One has a zero to lose; 0.29 is, in hundredths, a little less than 29. None has thousandths, which amounts are rounded to lose.
  number: ({ document }, schema) => [
    ...[0, 1234.05, 0.29, -5.25, 99_999.5, 1_000_000.5],
    ...boundsOf(document, schema),
  ],
  string: ({ document, today }, schema) => [
    ...(FORMATTED[String(keywordOf(document, schema, 'format'))]?.(addDays(today, 120)) ?? []),
    '',
    FOREIGN,
    UNSEEN,
    cut(`${'A long text. '.repeat(40)}End.`, keywordOf(document, schema, 'maxLength')),
    cut(LONGER, keywordOf(document, schema, 'maxLength')),
    ...PUNCTUATED,
    SPACED,
    '0075',
    '0',
    ...LITERAL,
  ],
  array: (context, schema) => {
    const itemSchema = schemaAt(context.document, pointerTo(schema.pointer, 'items'));
    const items = itemsFor(context, schema);
    const [first, second, third] = items;
    if (first === undefined || second === undefined || third === undefined) return [[]];
    const asMany = Array.isArray(context.current) ? items.slice(0, context.current.length) : [];
    const dates =
      keywordOf(context.document, itemSchema, 'format') === 'date' ? awkwardDates(context.today, first) : [];
    // An item without a member that it had: a list is replaced, and not merged item by item.
    const sparse = isObject(first) ? Object.keys(first).map((name) => [without(first, name)]) : [];
    const texts = typeof first === 'string' ? [[PUNCTUATED[0], SEPARATED]] : [];
    const most = Number(keywordOf(context.document, schema, 'maxItems') ?? MANY);
    return [
      asMany,
      items.slice(0, Math.min(most, MANY)),
      [third, first, second],
      [first, first, second],
      ...dates,
      ...sparse,
      ...texts,
      [],
    ];
  },
  object: ({ current, ...context }, schema) => {
    if (!isObject(current)) return [];
    const members = [...fieldsOf(context.document, schema)].filter(([name]) => Object.hasOwn(current, name));
    const choices = members.map(([name, member]) => [name, awkwardValues(context, member, current[name])] as const);
    return [0, 1, 2, 3, 4].map((choice) => ({
      ...current,
      ...Object.fromEntries(
        choices.flatMap(([name, values]) => values.slice(choice, choice + 1).map((value) => [name, value])),
      ),
    }));
  },
};

/** The smallest and the largest number that a schema names or leaves: whoever takes all between them takes them too. */
function boundsOf(document: JsonObject, schema: LocatedSchema): number[] {
  const step = keywordOf(document, schema, 'multipleOf') ?? 1;
  const bounds = ['minimum', 'maximum'].map((keyword) => keywordOf(document, schema, keyword));
  const beside = [
    ['exclusiveMinimum', 1],
    ['exclusiveMaximum', -1],
  ] as const;
  const nearest = beside.map(([keyword, sign]) => {
    const bound = keywordOf(document, schema, keyword);
    return typeof bound === 'number' && typeof step === 'number' ? asDecimal(bound + sign * step) : undefined;
  });
  return [...bounds, ...nearest].filter((bound) => typeof bound === 'number');
}

/** Of the formats, those with a part that is often nothing, and lost unseen. */
const FORMATTED: Record<string, (day: string) => string[]> = {
  'date-time': (day) => [`${day}T21:40:37Z`, `${day}T23:30:15+05:30`],
  email: () => ['sample.one+tag@example.com'],
  uri: () => ['https://example.com/one%20two?a=1&b=%C3%A9#part'],
};

/** Letters, and what compatibility, typewriters and single characters make something else of. */
const FOREIGN = 'Größe 博物館 – «Ñ» 🏛️ 20 m² ½ “a” ’ … 👩‍🚀';

/** Spaces and signs that do not show, lines that end in two characters, and scripts that run the other way. */
const UNSEEN = 'At\u00a010\u202fh: מוזיאון متحف, co\u00adoperate,\r\nanother line.\u2028And one.';

/** What divides texts where several are kept as one. */
const SEPARATED = 'one, two; three | four/five';

/** How many items a long list has, where a schema lets it. */
const MANY = 5;

/** A text, or as much of it as a schema lets be: columns may hold less than the document says. */
function cut(text: string, most: Json | undefined): string {
  return typeof most === 'number' && text.length > most ? `${text.slice(0, Math.max(0, most - 1)).trimEnd()}.` : text;
}

/** Longer than what careless columns and buffers hold. */
const LONGER = `${'A longer text. '.repeat(300)}End.`;

/** A value so like another that careless code takes it for the same: other letter case, a hundredth more, another order. */
export function slightlyOther(value: Json, { isFormatted }: { isFormatted: boolean }): Json {
  // In a host name, say, letter case means nothing.
  if (typeof value === 'string') return isFormatted ? value : value.toUpperCase();
  if (typeof value === 'number') return Number((value + 0.01).toFixed(2));
  return Array.isArray(value) ? value.toReversed() : value;
}

/** What takes white space for unimportant loses. */
const SPACED = 'One line,  two blanks,\ta tab\nand another line.';

/** What code that guesses types takes for something else. */
const LITERAL = ['null', 'true', '1e3', '2027-02-03'];

/** What escaping and unescaping go wrong with; apart from one another, since markup alone may be refused. */
const PUNCTUATED = [
  `=Tom & Jo's "Q&A" – 50%25, 2+2 -- 1 #1 @home`,
  'a <b>bold</b> C:\\new {{x}} $& &amp; %41',
] as const;

function without(item: JsonObject, name: string): JsonObject {
  const { [name]: _left, ...others } = item;
  return others;
}

/** Lists of dates: many, some that calendars go wrong with, and one of which a part has passed. */
function awkwardDates(today: string, first: Json): Json[] {
  const many = Array.from({ length: 24 }, (_, index) => addDays(today, 30 + index));
  const passed = addDays(today, -40);
  return [monthEnds(today), many, [nextLeapDay(today), '2100-03-01'], [passed, first]];
}

function nextLeapDay(today: string): string {
  const year = Number(today.slice(0, 4));
  const leap = [1, 2, 3, 4, 5, 6, 7, 8].map((ahead) => `${year + ahead}-02-29`);
  return leap.find((day) => addDays(day, 0) === day) ?? '2400-02-29';
}

/** The last days of the next twelve months: of summer and winter, of all weekdays. */
function monthEnds(today: string): string[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return Array.from({ length: 12 }, (_, index) =>
    new Date(Date.UTC(year, month + index + 1, 0)).toISOString().slice(0, 10),
  );
}
