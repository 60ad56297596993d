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
} from '../../spec';
import { alternativesOf } from './alternatives';
import { asDecimal } from './decimals';
import type { SchemaOracle } from './oracle';
import { inOrderOf } from './ordered';
import { isSame } from './same-value';
import { texts } from './texts';

/** Where a value is to go. */
export interface Context {
  document: JsonObject;
  oracle: SchemaOracle;
  /** As YYYY-MM-DD. */
  today: string;
  /** The position of the entry among those that are updated together: where no two may be named alike, none are. */
  entry?: number;
  /** The field's value as it is. */
  current?: unknown;
  /** The schemas in which it stands, by their pointers: one that stands in itself has no end otherwise. */
  within?: readonly string[];
}

/** Values that may fit; what a schema or those that it consists of leave open, its alternatives say. */
export function candidates(outer: Context, schema: LocatedSchema): Json[] {
  const { document, within = [] } = outer;
  if (within.includes(schema.pointer)) return [];
  const context = { ...outer, within: [...within, schema.pointer] };
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
export function kindsOf({ document, current }: Context, schema: LocatedSchema): (readonly [string, LocatedSchema])[] {
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
  if (items.length === 0 && isOwnItem(context, schema)) return [[]];
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

/** Whether the items of a list are what it stands in, as the children in a tree. */
function isOwnItem({ document, within = [] }: Context, schema: LocatedSchema): boolean {
  return within.includes(schemaAt(document, pointerTo(schema.pointer, 'items')).pointer);
}

/** Different values that the schema of a list allows as its items. */
export function itemsFor(context: Context, schema: LocatedSchema): Json[] {
  const { document, oracle, current } = context;
  const items = schemaAt(document, pointerTo(schema.pointer, 'items'));
  const first: unknown = Array.isArray(current) ? current[0] : undefined;
  const fitting = candidates({ ...context, current: first }, items).filter((value) => oracle.maySend(items, value));
  return fitting.filter(
    (value, index) => fitting.findIndex((other) => isSame(document, [items], other, value)) === index,
  );
}

/**
 * Objects with other values for the members that are there, so that nothing is left of them, whether members are merged or
 * replaced; with all documented members where nothing is there. Which of them has to lie before which is kept.
 */
function objects(context: Context, schema: LocatedSchema): Json[] {
  const current = isObject(context.current) ? context.current : undefined;
  const names = current === undefined ? fieldsOf(context.document, schema).keys() : Object.keys(current);
  // An end that is null, as of what has none yet, stays so where anything else can change: a value may have to lie after the beginning.
  const isOpen = Object.values(current ?? {}).some((value) => value !== null);
  const members = [...names].map((name): [string, Json[]] => {
    const there = current?.[name];
    return [name, there === null && isOpen ? [null] : memberValues({ ...context, current: there }, schema, name)];
  });
  if (members.length === 0 || members.some(([, values]) => values.length === 0)) return [];
  return [0, 1, 2].map((choice) => {
    const made: JsonObject = Object.fromEntries(
      members.map(([name, values], index) => [name, values[(choice + index) % values.length] ?? null]),
    );
    const ordered = inOrderOf(current, made);
    return context.oracle.maySend(schema, ordered) ? ordered : made;
  });
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
    step === undefined
      ? []
      : [...modest, ...near].map((value) => asDecimal(Math.max(1, Math.round(value / step)) * step));
  return [...modest, ...multiples, ...near];
}
