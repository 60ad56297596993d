import {
  isObject,
  type Json,
  type JsonObject,
  keywordOf,
  type List,
  type LocatedSchema,
  possibleFieldsOf,
  schemasOf,
  statementsOf,
} from '../../spec';
import { arrayIn, type Examination, isSuccess, requireAvailable } from '../examination';
import { Violation } from '../findings';
import type { Exchange } from '../target/exchange';
import { isOnlyRead } from '../values/fields';
import { formatsOf, isSame, timeComparison } from '../values/same-value';
import { askedOnce } from './asked-once';
import { atOnce } from './at-once';
import { isRefusal } from './served';

/** The entries of one page, and the exchange that shows them. */
export interface Page {
  entries: unknown[];
  exchange: Exchange;
  /** It was refused for lying too deep in the list, so that nothing is known of its entries. */
  isTooDeep?: boolean;
}

/** What a list may be asked for. */
export interface Asking {
  size?: number | undefined;
  number?: number;
  from?: Json | undefined;
  /** The parameters are sent the other way round: their order means nothing. */
  isTurned?: boolean;
}

/** What the document says of the list under examination; a rule that is no rule of lists has a defect of its own. */
export function listOf({ operation }: Examination): List {
  if (operation.meaning.action !== 'list') throw new Error(`${operation.id} is no list: the rule does not apply to it`);
  return operation.meaning;
}

/**
 * Reads one page; what is not asked for is not sent.
 * @throws {Violation} where it is not served, or is no array
 */
export async function readPage(examination: Examination, asking: Asking = {}): Promise<Page> {
  const exchange = await examination.served({ query: queryFor(examination, asking) });
  return { entries: arrayIn(exchange), exchange };
}

/** Reads a page that need not exist: one past the end may be refused or have no body, which shows no entries. */
export async function readLaterPage(examination: Examination, asking: Asking): Promise<Page> {
  const exchange = await examination.send({ query: queryFor(examination, asking) });
  requireAvailable(exchange);
  if (isRefusal(examination, exchange)) return { entries: [], exchange, isTooDeep: isDeep(examination, asking) };
  if (isBlankPage(examination, asking, exchange)) return { entries: [], exchange };
  if (!isSuccess(exchange)) throw new Violation('a page of the list', String(exchange.response.status), exchange);
  return { entries: arrayIn(exchange), exchange };
}

/** A page after the first that is served without a body, as with 204. */
export function isBlankPage(examination: Examination, { number }: Asking, exchange: Exchange): boolean {
  const first = listOf(examination).page?.first ?? 1;
  return isSuccess(exchange) && exchange.response.text === '' && number !== undefined && number > first;
}

/** How far into a list one is read without a thought, in pages and in entries; how deep a target lets one read on, nothing says. */
const DEEP_PAGES = 5;
const DEEP_ENTRIES = 100;

/** Whether a page lies so deep in the list that a target may refuse it, though it has the entries. */
export function isDeep(examination: Examination, { number, size }: Asking): boolean {
  const { page } = listOf(examination);
  if (page === undefined || number === undefined) return false;
  const before = number - page.first;
  return before >= DEEP_PAGES || before * (size ?? page.defaultSize ?? 1) >= DEEP_ENTRIES;
}

/** The first page of the largest size, for checks that look there for what to ask. */
export function firstPage(examination: Examination): Promise<Page> {
  return askedOnce(examination, 'first page', () => readPage(examination, { size: largestSize(examination) }));
}

/** The first pages of the largest size, as far as there are any. */
export async function firstPages(
  examination: Examination,
  { atMost = 3, from }: { atMost?: number; from?: Json | undefined } = {},
): Promise<Page[]> {
  const { page } = listOf(examination);
  const size = largestSize(examination);
  const pages = [await readPage(examination, { size, from })];
  while (page && pages.length < atMost && (pages.at(-1)?.entries.length ?? 0) > 0) {
    pages.push(await readLaterPage(examination, { size, from, number: page.first + pages.length }));
  }
  return withoutRepeatedEnd(examination, pages);
}

/** A list as far as it is read, from its beginning. */
export interface WholeList {
  pages: Page[];
  entries: unknown[];
  /** Whether that is all of it. */
  complete: boolean;
}

/** How many of the largest pages are read of a list that goes on and on. */
const PAGES_TO_THE_END = 15;

/** Reads a list to its end; the first two pages one after the other, since most lists end there, and the rest at once. */
export async function readToTheEnd(examination: Examination, from?: Json): Promise<WholeList> {
  const { page } = listOf(examination);
  const size = largestSize(examination);
  const isLast = ({ entries, isTooDeep = false }: Page) =>
    page === undefined || size === undefined || (entries.length < size && !isTooDeep);
  const pages = [await readPage(examination, { size, from })];
  const waves = [1, 4, PAGES_TO_THE_END - 5];
  for (const wave of waves) {
    if (page === undefined || pages.some(isLast)) break;
    const numbers = Array.from({ length: wave }, (_, index) => page.first + pages.length + index);
    pages.push(...(await atOnce(numbers, (number) => readLaterPage(examination, { size, from, number }))));
  }
  const tooDeep = pages.findIndex(({ isTooDeep }) => isTooDeep);
  if (tooDeep > 0) pages.length = tooDeep;
  const shown = withoutRepeatedEnd(examination, pages);
  const complete = shown.some(isLast) || shown.length < pages.length;
  return { pages: shown, entries: shown.flatMap(({ entries }) => entries), complete };
}

/** Consecutive pages up to the last one. What a page past the end shows, nothing says: it may be the last one again. */
function withoutRepeatedEnd(examination: Examination, pages: Page[]): Page[] {
  const isRepeated = (index: number) =>
    isSameList(examination, pages[index]?.entries ?? [], pages[index - 1]?.entries ?? []);
  let end = pages.length;
  while (end > 1 && isRepeated(end - 1)) end -= 1;
  return pages.slice(0, end);
}

/** The query that asks for it, by the parameters that the list has; what it has none for is left out. */
export function queryFor(examination: Examination, asking: Asking): Record<string, string | number> {
  const { size, number, from, isTurned = false } = asking;
  const { page, from: bound } = listOf(examination);
  const query = {
    ...(bound && from !== undefined && { [bound.parameter.name]: String(from) }),
    ...(page && number !== undefined && { [page.number.name]: number }),
    ...(page && size !== undefined && { [page.size.name]: size }),
  };
  return isTurned ? Object.fromEntries(Object.entries(query).toReversed()) : query;
}

/** The most entries that one request may ask for; where the document has no maximum, enough to see several pages. */
export function largestSize(examination: Examination): number | undefined {
  const { page } = listOf(examination);
  if (page === undefined) return undefined;
  const named = namedSizes(examination);
  const wanted = page.maximumSize ?? named[0] ?? Math.max(page.defaultSize ?? 0, ENOUGH);
  return sizeUpTo(examination, wanted) ?? named.at(-1) ?? page.size.minimum ?? wanted;
}

const ENOUGH = 30;

/** The largest page size up to a given one that the document allows; undefined where it allows none that is near. */
export function sizeUpTo(examination: Examination, most: number): number | undefined {
  const named = namedSizes(examination);
  const below = Array.from({ length: Math.min(most, NEAR) }, (_, less) => most - less);
  return (named.length > 0 ? named : below).find((size) => size <= most && isAllowed(examination, size));
}

/** Of so many sizes one at least is a multiple of what a page has to be one of. */
const NEAR = 1000;

/** The page sizes that the document lists, the largest first. */
function namedSizes(examination: Examination): number[] {
  const { page } = listOf(examination);
  const listed = page && keywordOf(examination.document, page.size.schema, 'enum');
  const numbers = Array.isArray(listed) ? listed.filter((size) => typeof size === 'number') : [];
  return numbers.toSorted((a, b) => b - a);
}

function isAllowed(examination: Examination, size: number): boolean {
  const { page } = listOf(examination);
  return size >= 1 && (page === undefined || examination.oracle.maySend(page.size.schema, size));
}

/** Page sizes that the document allows, out of those that are wanted. */
export function allowedSizes(examination: Examination, wanted: (number | undefined)[]): number[] {
  const largest = largestSize(examination) ?? Number.POSITIVE_INFINITY;
  const sizes = [...new Set(wanted)].filter((size) => size !== undefined);
  return sizes.filter((size) => size <= largest && isAllowed(examination, size));
}

/** The value of a field in each entry that has it. */
export function valuesOf(entries: unknown[], field: string): Json[] {
  return entries.filter(isObject).flatMap((entry) => entry[field] ?? []);
}

/** The schema of one entry; where the document has none, one that says nothing. */
export function entrySchema({ operation }: Examination): LocatedSchema {
  return operation.returns ?? { pointer: '', value: {} };
}

/** A lower bound in the midst of the list, where it has one. */
export async function boundWithin(examination: Examination): Promise<Json | undefined> {
  const { from } = listOf(examination);
  if (from === undefined) return undefined;
  const values = valuesOf((await firstPage(examination)).entries, from.field);
  return values[Math.floor(values.length / 3)];
}

/** Whether two stretches of a list are one, as far as its fields are documented and not the server's own: others may differ each time. */
export function isSameList(examination: Examination, a: unknown[], b: unknown[]): boolean {
  const { document } = examination;
  const schema = entrySchema(examination);
  const fields = comparedFields(examination);
  const known = (entry: unknown) =>
    isObject(entry) && fields.size > 0
      ? Object.fromEntries(Object.entries(entry).filter(([name]) => fields.has(name)))
      : entry;
  return a.length === b.length && a.every((entry, index) => isSame(document, [schema], known(entry), known(b[index])));
}

/** Without what is only read, as a time of asking is, where anything else is left; but with what an entry is known and found by. */
function comparedFields(examination: Examination): Set<string> {
  const { document, service, operation } = examination;
  const schema = entrySchema(examination);
  const fields = [...possibleFieldsOf(document, schema)];
  const { order, from } = listOf(examination);
  const keys = service.operations.map(({ meaning }) =>
    meaning.action !== 'list' && meaning.resource === operation.meaning.resource ? meaning.key.field : undefined,
  );
  const telling = [order?.by, from?.field, ...keys];
  const lasting = fields.filter(
    (name) => !schemasOf(document, [schema], name).some((each) => isOnlyRead(document, each)),
  );
  const compared = fields.filter((name) => lasting.length === 0 || lasting.includes(name) || telling.includes(name));
  return new Set(compared);
}

/**
 * How two values of a field lie to each other, by the schemas that may hold of it: negative, zero or positive; undefined where the
 * order of such values is not certain, as that of texts which only a language decides.
 */
export function comparison(
  document: JsonObject,
  schemas: readonly LocatedSchema[],
  a: Json,
  b: Json,
): number | undefined {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a !== 'string' || typeof b !== 'string') return undefined;
  const byCode = a < b ? -1 : Number(a > b);
  if (byCode === 0) return 0;
  const formats = formatsOf(document, schemas);
  if (formats.size > 1) return undefined;
  if (formats.has('date-time')) return Date.parse(a) - Date.parse(b);
  if (formats.has('date')) return byCode;
  // Of times with offsets a list may ascend by what they say or by when that is.
  if (formats.has('time')) return Math.sign(timeComparison(a, b) ?? 0) === byCode ? byCode : undefined;
  // A choice of words may stand in the order of their meaning, numbers in a text may count as such.
  const statements = schemas.flatMap((schema) => statementsOf(document, schema));
  if (statements.some(({ value }) => value.enum !== undefined)) return undefined;
  const byLetters = [false, true].map((numeric) => a.localeCompare(b, 'en', { sensitivity: 'base', numeric }));
  return byLetters.every((each) => Math.sign(each) === byCode) ? byCode : undefined;
}

/** How many entries, in words. */
export function countOf(entries: number): string {
  return `${entries} ${entries === 1 ? 'entry' : 'entries'}`;
}

/** An entry list in a line, by the fields that tell its entries apart. */
export function outlineOf(examination: Examination, entries: unknown[]): string {
  const { order, from } = listOf(examination);
  const field = order?.by ?? from?.field;
  const shown = entries.slice(0, 8).map((entry) => JSON.stringify(field && isObject(entry) ? entry[field] : entry));
  return `${countOf(entries.length)}: ${shown.join(', ')}${entries.length > 8 ? ', …' : ''}`;
}
