import {
  isObject,
  type Json,
  type JsonObject,
  keywordOf,
  type LocatedSchema,
  pointerTo,
  schemaAt,
  typesOf,
} from '../../spec';
import { asDecimal } from './decimals';
import type { SchemaOracle } from './oracle';

/** What tells whether a value may be sent. */
interface Told {
  document: JsonObject;
  oracle: SchemaOracle;
}

/**
 * Values that a schema does not allow, each for another reason: of another type, outside its bounds by as little as shows, not of its
 * choices, its format or its length. None that a lenient reader takes for one that is allowed, as a text of digits for a number.
 */
export function brokenValues({ document, oracle }: Told, schema: LocatedSchema, valid: Json): Json[] {
  const keyword = (name: string) => keywordOf(document, schema, name);
  const made = [
    ...choiceBroken(keyword('enum')),
    ...(typeof valid === 'number' ? numbersBroken(keyword, valid) : []),
    ...(typeof valid === 'string' ? textsBroken(keyword, valid) : []),
    ...(Array.isArray(valid) ? listsBroken({ document, oracle }, schema, valid) : []),
    ...(isObject(valid) ? ['sample'] : [{ docentUnknown: true }]),
  ];
  const distinct = new Map(made.map((value) => [JSON.stringify(value), value]));
  return [...distinct.values()].filter((value) => !oracle.maySend(schema, value));
}

type Keyword = (name: string) => unknown;

/** A choice in other letter case, and none. */
function choiceBroken(choices: unknown): Json[] {
  const first: unknown = Array.isArray(choices) ? choices.find((choice) => typeof choice === 'string') : undefined;
  if (typeof first !== 'string') return [];
  const turned = first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase();
  return [turned, `${first}-docent`];
}

function numbersBroken(keyword: Keyword, valid: number): Json[] {
  const bound = (name: string) => {
    const value = keyword(name);
    return typeof value === 'number' ? [value] : [];
  };
  const step = bound('multipleOf')[0];
  return [
    'sample',
    ...bound('minimum').map((least) => least - (step ?? 1)),
    ...bound('maximum').map((most) => most + (step ?? 1)),
    ...bound('exclusiveMinimum'),
    ...bound('exclusiveMaximum'),
    ...(step === undefined ? [] : [asDecimal(valid + step / 2), valid + 1]),
  ];
}

function textsBroken(keyword: Keyword, valid: string): Json[] {
  const [shortest, longest] = [keyword('minLength'), keyword('maxLength')];
  return [
    ...(typeof shortest === 'number' && shortest > 0 ? [valid.slice(0, shortest - 1)] : []),
    ...(typeof longest === 'number' && longest < LONGEST ? [valid.padEnd(longest + 1, 'x')] : []),
    ...(keyword('pattern') === undefined ? [] : ['~ docent ~']),
    ...(MALFORMED[String(keyword('format'))] ?? []),
  ];
}

const LONGEST = 10_000;

/** What looks like a format, and is none. */
const MALFORMED: Record<string, string[]> = {
  date: ['2027-02-30', '01/02/2027'],
  'date-time': ['2027-02-30T25:00:00Z', 'tomorrow'],
  email: ['no address'],
  uuid: ['no-identifier'],
};

function listsBroken(told: Told, schema: LocatedSchema, valid: Json[]): Json[] {
  const items = schemaAt(told.document, pointerTo(schema.pointer, 'items'));
  const [first] = valid;
  const longest = keywordOf(told.document, schema, 'maxItems');
  const isNamed = typesOf(told.document, items).length > 0 || keywordOf(told.document, items, 'enum') !== undefined;
  return [
    ...(first === undefined || !isNamed ? [] : brokenValues(told, items, first).map((item) => [first, item])),
    ...(first === undefined ? [] : [[first, first]]),
    ...(first !== undefined && typeof longest === 'number' && longest < 100
      ? [Array.from({ length: longest + 1 }, () => first)]
      : []),
    [],
  ];
}
