import { fieldsOf, type Operation, type Service } from '../../spec';
import { type Examination, isSuccess, objectIn } from '../examination';
import { NotExercised, Violation } from '../findings';
import { examinationOf, type ListedEntry, listedEntries, listingOf, updatingOf } from '../requests/listed-entries';
import { patchOf } from '../requests/patches';
import { tryUpdates } from '../requests/updates';
import type { Rule } from '../rule';
import { abbreviated } from '../target/exchange';
import { isFieldSame } from '../values/fields';

/** What a list and a read show of one entry. */
export const LISTED_RULES: Rule[] = [
  {
    id: 'listed-as-read',
    source: 'expected',
    statement: ({ meaning }) =>
      `The list shows an entry of ${meaning.resource} with the values that a read of it shows.`,
    comparesAnswers: true,
    updatesToo: true,
    appliesTo: (operation, service) =>
      listingOf(operation, service) === operation && sharedFields(operation, service).length > 1,
    check: async (examination) => {
      const listed = await listedEntries(examination);
      if (listed.length === 0) throw new NotExercised('the list shows no entry with what identifies it');
      for (const entry of someOf(listed)) await requireAlike(examination, entry);
      await requireAlikeAfterUpdate(examination);
    },
  },
];

/** The first entry, the last, and one between them. */
function someOf(listed: ListedEntry[]): Set<ListedEntry> {
  const chosen = [listed[0], listed[Math.floor(listed.length / 2)], listed.at(-1)];
  return new Set(chosen.filter((entry) => entry !== undefined));
}

/** A list may be kept from before an update. */
async function requireAlikeAfterUpdate(examination: Examination): Promise<void> {
  const { service, operation, target } = examination;
  const updating = updatingOf(operation, service);
  if (updating === undefined || !target.mayWrite) return;
  const update = tryUpdates(examinationOf(examination, updating), async ({ identifier, fields, attempt }) => {
    // Whether updates are served, their own rules say.
    if (!isSuccess(await attempt({ body: JSON.stringify(patchOf(fields)) }))) return;
    const shown = await shownNow(examination, identifier);
    if (shown !== undefined) await requireAlike(examination, shown);
  });
  await update.catch((error: unknown) => {
    if (!(error instanceof NotExercised)) throw error; // the entries have been compared without an update
  });
}

/** An entry as it is listed now, where the first pages show it. */
async function shownNow(examination: Examination, identifier: string): Promise<ListedEntry | undefined> {
  const listed = await listedEntries(examination);
  return listed.find((entry) => entry.identifier.toLowerCase() === identifier.toLowerCase());
}

/** What differs is listed and read once more: it may have changed in between. */
async function requireAlike(examination: Examination, listed: ListedEntry): Promise<void> {
  if ((await differenceOf(examination, listed)) === undefined) return;
  const again = await shownNow(examination, listed.identifier);
  const difference = again && (await differenceOf(examination, again));
  if (again === undefined || difference === undefined) return;
  const { name, read } = difference;
  throw new Violation(
    `${name} ${shown(read)} of ${again.identifier}, as a read shows it`,
    `${name} ${shown(again.entry[name])}`,
    again.exchange,
  );
}

/** The first field that a read shows with another value; what cannot be read is no contradiction. */
async function differenceOf(
  examination: Examination,
  { identifier, entry }: ListedEntry,
): Promise<{ name: string; read: unknown } | undefined> {
  const { operation, service, oracle } = examination;
  const reading = readingOf(operation, service);
  if (reading === undefined) return undefined;
  const exchange = await examination.send({ identifier }, reading);
  if (!isSuccess(exchange)) return undefined;
  const read = objectIn(exchange);
  const name = sharedFields(operation, service).find(
    (field) =>
      Object.hasOwn(entry, field.name) &&
      Object.hasOwn(read, field.name) &&
      !oracle.isShownOtherwise(field.schema) &&
      !oracle.isShownOtherwise(field.readSchema) &&
      !isFieldSame(examination, field.name, read[field.name], entry[field.name]),
  )?.name;
  return name === undefined ? undefined : { name, read: read[name] };
}

function readingOf({ meaning }: Operation, { operations }: Service): Operation | undefined {
  return operations.find(({ meaning: other }) => other.action === 'read' && other.resource === meaning.resource);
}

/** The fields that both the list and the read document. */
function sharedFields(operation: Operation, service: Service) {
  const returned = readingOf(operation, service)?.returns;
  if (operation.returns === undefined || returned === undefined) return [];
  const read = fieldsOf(service.openapi, returned);
  return [...fieldsOf(service.openapi, operation.returns)].flatMap(([name, schema]) => {
    const readSchema = read.get(name);
    return readSchema === undefined ? [] : [{ name, schema, readSchema }];
  });
}

function shown(value: unknown): string {
  return abbreviated(String(JSON.stringify(value))); // nothing is made of undefined
}
