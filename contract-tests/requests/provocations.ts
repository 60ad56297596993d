import {
  CONDITIONS,
  type Condition,
  isObject,
  type Json,
  type JsonObject,
  type LocatedSchema,
  type Operation,
  type Parameter,
  type Service,
  statementsOf,
} from '../../spec';
import { type Asked, documentedCredentials, type Examination } from '../examination';
import { NotExercised } from '../findings';
import { benignValues } from '../values/benign';
import { updatableFields } from '../values/fields';
import { SchemaOracle } from '../values/oracle';
import { largestSize } from './lists';
import { removeField } from './restoration';
import type { Trial } from './trial';

/** How a condition is brought about. Undefined where an operation cannot meet it. */
type Provocation = (operation: Operation, service: Service) => Provoke | undefined;

/** The request that does; for an update with an entry that is put back afterwards. */
type Provoke = (examination: Examination, trial: Trial | undefined) => Asked;

/** A name that no document gives to anything. */
export const UNKNOWN_FIELD = 'docentUnknown';

const PROVOCATIONS: Record<Condition, Provocation> = {
  'unknown-path': (operation, { operations }) =>
    operation === operations.find(({ method }) => method === 'GET')
      ? () => ({ path: `/docent-unknown-path`, method: 'GET' })
      : undefined,
  'method-not-allowed': (operation, { operations }) =>
    operation === operations.find(({ path }) => path === operation.path)
      ? // Safe by its definition (RFC 4918, section 9.1), should the target know it after all.
        (examination) => ({ ...examination.identifier(), method: 'PROPFIND' })
      : undefined,
  'missing-credential': ({ security }) =>
    security.length > 0 ? (_, trial) => ({ ...unchanging(trial), credentials: [] }) : undefined,
  'wrong-credential': (operation) =>
    operation.security.length > 0
      ? (_, trial) => ({
          ...unchanging(trial),
          credentials: documentedCredentials(operation).map((each) => ({ ...each, value: 'wrong' })),
        })
      : undefined,
  'malformed-identifier': (operation, service) => malformedIdentifier(operation, service),
  'unsupported-media-type': ({ body }) =>
    body && ((_, trial) => ({ ...unchanging(trial), headers: { 'Content-Type': 'text/plain' } })),
  'body-too-large': ({ body }) =>
    body &&
    ((_, trial) => ({ body: JSON.stringify({ [trial?.fields[0].name ?? UNKNOWN_FIELD]: 'x'.repeat(TOO_LARGE) }) })),
  'malformed-json': ({ body }) => body && (() => ({ body: '{"docent": ' })),
  'unknown-parameter': () => (_, trial) => ({ ...unchanging(trial), query: { [UNKNOWN_FIELD]: '1' } }),
  'invalid-query': ({ parameters }) => {
    const wrong = parameters.map((parameter) => ({ parameter, value: invalidText(parameter) }));
    const chosen = wrong.find(({ parameter, value }) => parameter.in === 'query' && value !== undefined);
    return chosen && (() => ({ query: { [chosen.parameter.name]: chosen.value ?? '' } }));
  },
  'query-out-of-range': ({ parameters }) => {
    const candidates = parameters.filter((parameter) => parameter.in === 'query' && outside(parameter) !== undefined);
    const bounded = candidates.find(({ maximum }) => maximum !== undefined) ?? candidates[0];
    return bounded && (() => ({ query: { [bounded.name]: outside(bounded) ?? 0 } }));
  },
  'invalid-body': ({ body }) =>
    body && ((examination, trial) => ({ body: JSON.stringify(invalidBody(examination, trial)) })),
  'unknown-field': ({ body }) =>
    body && ((_, trial) => ({ body: JSON.stringify({ ...currentField(trial), [UNKNOWN_FIELD]: 'sample' }) })),
  'null-field': ({ body }) =>
    body &&
    (({ oracle }, trial) => {
      const field = trial?.fields.find(({ schema }) => !oracle.maySend(schema, null));
      if (trial && !field) throw new NotExercised('each field that could be put back may be null');
      return { body: JSON.stringify({ [field?.name ?? UNKNOWN_FIELD]: null }) };
    }),
  'empty-patch': ({ meaning }) => (meaning.action === 'merge' ? () => ({ body: '{}' }) : undefined),
  'unknown-resource': ({ meaning }) =>
    meaning.action === 'list'
      ? undefined
      : (examination) => ({
          identifier: requiredUnknown(examination),
          ...(meaning.action === 'merge' && { body: freshBody(examination) }),
        }),
  'page-past-the-end': ({ meaning }) => {
    const page = meaning.action === 'list' ? meaning.page : undefined;
    return (
      page &&
      ((examination) => ({ query: { [page.number.name]: 9999, [page.size.name]: largestSize(examination) ?? 1 } }))
    );
  },
};

/** Larger than any service of small messages reads, small enough to send. */
const TOO_LARGE = 1.1 * 1024 * 1024;

/** Whether an operation can meet a condition. */
export function canProvoke(condition: Condition, operation: Operation, service: Service): boolean {
  return PROVOCATIONS[condition](operation, service) !== undefined;
}

/**
 * The request by which a condition arises, of a known entry unless another path or identifier belongs to it.
 * @throws {NotExercised} where no value that can be put back, or would be refused, makes it arise
 */
export function provoke(condition: Condition, examination: Examination, trial: Trial | undefined): Asked {
  const request = PROVOCATIONS[condition](examination.operation, examination.service);
  if (request === undefined) throw new Error(`${condition} does not apply to ${examination.operation.id}`);
  const asked = request(examination, trial);
  return asked.path === undefined && asked.identifier === undefined
    ? { ...examination.identifier(), ...identified(trial), ...asked }
    : asked;
}

/** Whether an update that meets the condition goes to a known entry, which has to be put back then. */
export function concernsEntry(condition: Condition, { meaning }: Operation): boolean {
  const elsewhere: Condition[] = ['unknown-path', 'method-not-allowed', 'unknown-resource', 'malformed-identifier'];
  return meaning.action === 'merge' && !elsewhere.includes(condition);
}

/** Removes what a provocation may have left that putting back the documented fields does not take away. */
export async function cleanUp(condition: Condition, examination: Examination, trial: Trial): Promise<void> {
  if (condition === 'unknown-field') await removeField(examination, trial, UNKNOWN_FIELD);
}

/** The title of a condition, in a sentence. */
export function titleOf(condition: Condition): string {
  return CONDITIONS[condition].title;
}

function identified(trial: Trial | undefined): Asked {
  return trial === undefined ? {} : { identifier: trial.identifier };
}

/** An update that gives a field the value which it has. */
function unchanging(trial: Trial | undefined): Asked {
  return trial === undefined ? {} : { body: JSON.stringify(currentField(trial)) };
}

function currentField(trial: Trial | undefined): JsonObject {
  const name = trial?.fields[0].name;
  return name === undefined ? {} : { [name]: trial?.before[name] ?? null };
}

function malformedIdentifier({ meaning }: Operation, service: Service): Provoke | undefined {
  if (meaning.action === 'list') return undefined;
  const { parameter } = meaning.key;
  const numeric = parameter.types.some((type) => ['integer', 'number'].includes(type));
  if (!numeric && SchemaOracle.of(service).maySend(parameter.schema, MALFORMED)) return undefined;
  return (examination) => ({
    identifier: MALFORMED,
    ...(meaning.action === 'merge' && { body: freshBody(examination) }),
  });
}

/** What most identifiers cannot look like. */
const MALFORMED = 'not-an-identifier';

/** Identifiers that no entry has: one that no service knows, and one that is none where there is such. */
export function strangeIdentifiers(operation: Operation, service: Service): string[] {
  if (operation.meaning.action === 'list') return [];
  const malformed = canProvoke('malformed-identifier', operation, service) ? MALFORMED : undefined;
  return [unknownIdentifier(operation, service), malformed].filter((identifier) => identifier !== undefined);
}

/** Identifiers of common kinds that no service knows: words, a uuid, a number, hexadecimal digits, and a ULID. */
const UNKNOWN_IDENTIFIERS = [
  ...['docent-unknown', '00000000-0000-4000-8000-0d0ce4700000', '2147483000'],
  ...['docentunknown', 'DOCENT-UNKNOWN', 'DOCENTUNKNOWN', 'dcntunkn', 'DCNTUNKN'],
  ...['0d0ce47000000000000d0ce4', '0d0ce47000000000000000000d0ce470', '00D0CE47000000000000D0CE47'],
];

/** An identifier that no service knows; undefined where each of those breaks the schema, so that it could be refused for that. */
export function unknownIdentifier({ meaning }: Operation, service: Service): string | undefined {
  if (meaning.action === 'list') return undefined;
  const { types, schema } = meaning.key.parameter;
  const isNumber = types.some((type) => ['integer', 'number'].includes(type));
  const oracle = SchemaOracle.of(service);
  return UNKNOWN_IDENTIFIERS.find(
    (text) => oracle.maySend(schema, text) || (isNumber && oracle.maySend(schema, Number(text))),
  );
}

function requiredUnknown({ operation, service }: Examination): string {
  const identifier = unknownIdentifier(operation, service);
  if (identifier !== undefined) return identifier;
  throw new NotExercised('the schema of the identifier allows none that certainly nothing has');
}

/** An update of a field with a benign value, for an entry that is not known. */
function freshBody(examination: Examination): string {
  const context = { document: examination.document, oracle: examination.oracle, today: examination.target.today() };
  for (const [name, schema] of updatableFields(examination)) {
    const [value] = benignValues(context, schema, undefined);
    if (value !== undefined) return JSON.stringify({ [name]: value });
  }
  return '{}';
}

/** A text that no parameter of the type takes. */
function invalidText({ types, schema }: Parameter): string | undefined {
  if (types.some((type) => ['integer', 'number', 'boolean'].includes(type))) return 'abc';
  return ['date', 'date-time', 'uuid'].includes(String(schema.value.format)) ? 'not-one' : undefined;
}

/** A number just outside the bounds of a parameter. */
function outside({ maximum, minimum }: Parameter): number | undefined {
  if (maximum !== undefined) return maximum + 1;
  return minimum === undefined ? undefined : minimum - 1;
}

/** An update with a value of a wrong type, beside one that is right. */
export function invalidBody({ oracle, document }: Examination, trial: Trial | undefined): JsonObject {
  const wrong: Json[] = [{ [UNKNOWN_FIELD]: true }, 12, 'sample'];
  const fields = trial?.fields ?? [];
  for (const { name, schema } of fields.toReversed()) {
    // In an object it would be an unknown field, which is a condition of its own.
    const isWrong = (candidate: Json) =>
      !oracle.maySend(schema, candidate) && !(isObject(candidate) && mayBeObject(document, schema));
    const value = wrong.find(isWrong);
    if (value === undefined) continue;
    const valid = fields.find((field) => field.name !== name);
    return { ...(valid && { [valid.name]: valid.values[0] }), [name]: value };
  }
  throw new NotExercised('no field has a type that a value could break');
}

/** Whether a schema, or one that it chooses from, is about objects. */
function mayBeObject(document: JsonObject, schema: LocatedSchema): boolean {
  return statementsOf(document, schema).some(
    ({ value }) => isObject(value.properties) || [value.type].flat().includes('object'),
  );
}
