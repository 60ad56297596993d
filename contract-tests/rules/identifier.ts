import { type Asked, Examination, isSuccess, objectIn } from '../examination';
import { NotExercised } from '../findings';
import { atOnce, MOST_AT_ONCE } from '../requests/at-once';
import { READ_AT_MOST, readKnown } from '../requests/entries-read';
import { isOther, keyOf, requireIdentifier } from '../requests/identity';
import { strangeIdentifiers, unknownIdentifier } from '../requests/provocations';
import { noteCreated } from '../requests/provoked';
import { unlessClosed } from '../requests/refused';
import type { Trial } from '../requests/trial';
import { readingOperation, tryUpdates, tryUpdatesOfAll } from '../requests/updates';
import type { Rule } from '../rule';

/** Which entry an operation is about. */
export const IDENTIFIER_RULES: Rule[] = [
  {
    id: 'identifier-matches',
    source: 'documented',
    statement: (operation) => `The ${keyOf(operation)?.field} of the entry is the one in the path.`,
    place: (operation) => keyOf(operation)?.parameter.pointer,
    appliesTo: ({ meaning }) => meaning.action === 'read',
    requests: () => READ_AT_MOST + 5 * MOST_AT_ONCE + 2,
    updatesToo: true,
    check: async (examination) => {
      const seen = (await readKnown(examination)).map(({ identifier, exchange }) =>
        requireIdentifier(examination, identifier, exchange),
      );
      const identifiers = examination.identifiers().slice(0, MOST_AT_ONCE);
      await atOnce(identifiers, async (identifier) =>
        requireIdentifier(examination, identifier, await examination.served({ identifier })),
      );
      await requireAfterUpdate(examination, identifiers);
      await requireNoOther(examination, {});
      if (!seen.includes(true)) throw new NotExercised('no entry carries its identifier');
    },
  },
  {
    id: 'identifier-kept',
    source: ({ meaning }) => meaning.source,
    statement: (operation) => `An update leaves ${keyOf(operation)?.field} as it is, equal to the one in the path.`,
    appliesTo: ({ meaning }) => meaning.action === 'merge',
    check: checkKept,
  },
];

/** Another entry is read right after an update of one, where the service has updates and they are allowed. */
async function requireAfterUpdate(examination: Examination, identifiers: string[]): Promise<void> {
  const { service, operation, target, oracle, chance } = examination;
  const updating = service.operations.find(
    ({ meaning }) => meaning.action === 'merge' && meaning.resource === operation.meaning.resource,
  );
  if (updating === undefined || !target.mayWrite || identifiers.length < 2) return;
  const updates = new Examination(service, updating, target, oracle, chance);
  const read = async (identifier: string) =>
    requireIdentifier(examination, identifier, await examination.served({ identifier }));
  const readAfterUpdate = async ({ identifier: updated, attempt, fields: [{ name, values }] }: Trial) => {
    const others = identifiers.filter((identifier) => identifier !== updated);
    for (const [index, other] of others.entries()) {
      // Another value each time: what changes nothing may be refused.
      const value = values[index % values.length] ?? values[0];
      // Whether updates are served, their own rules say.
      if (!isSuccess(await attempt({ body: JSON.stringify({ [name]: value }) }))) return;
      await read(other);
      await read(updated);
    }
  };
  await tryUpdates(updates, readAfterUpdate).catch((error: unknown) => {
    if (!(error instanceof NotExercised)) throw error; // the reads without an update have been made
  });
  examination.notes.push(...updates.notes);
}

/** Two entries, and each twice: a service may keep the identifier of the first update. */
async function checkKept(examination: Examination): Promise<void> {
  const shown: boolean[] = [];
  await tryUpdatesOfAll(examination, 2, async (trials) => {
    for (const { identifier, fields, update, read } of trials) {
      for (const { name, values } of fields) {
        const answer = await update({ [name]: values[0] });
        if (examination.operation.returns) shown.push(requireIdentifier(examination, identifier, answer));
      }
      shown.push(requireIdentifier(examination, identifier, (await read()).exchange));
    }
    const [first, second] = trials;
    if (first === undefined) return;
    // Made up first: a service that took an identifier from the body could lose the entry of a known one for good.
    for (const other of [unknownIdentifier(examination.operation, examination.service), second?.identifier]) {
      if (other === undefined) continue;
      shown.push(await requireKeptAgainst(examination, first, other));
      if (second) await requireIdentifierRead(examination, second);
    }
  });
  // An update of nothing, which does no harm to whichever entry it may reach.
  await requireNoOther(examination, { body: '{}' });
  if (!shown.includes(true)) throw new NotExercised('no answer carries the identifier');
}

/** Requires that no entry answers to an identifier that is not its own: how one that nobody knows is refused, nothing says. */
async function requireNoOther(examination: Examination, asked: Asked): Promise<void> {
  for (const identifier of strangeIdentifiers(examination.operation, examination.service)) {
    const exchange = await unlessClosed(examination.send({ ...asked, identifier }));
    if (exchange === undefined) continue;
    await noteCreated(examination, { ...asked, identifier }, exchange);
    if (isOther(examination, identifier, exchange)) requireIdentifier(examination, identifier, exchange);
  }
}

/** Sends another identifier in the body, which may be refused or ignored, but not taken. */
async function requireKeptAgainst(examination: Examination, trial: Trial, other: string): Promise<boolean> {
  const { identifier, fields, attempt } = trial;
  const field = keyOf(examination.operation)?.field ?? '';
  const [{ name, values }] = fields;
  const answer = await attempt({ body: JSON.stringify({ [name]: values.at(-1), [field]: other }) });
  try {
    const isShown = isSuccess(answer) && examination.operation.returns !== undefined;
    return (isShown && requireIdentifier(examination, identifier, answer)) || requireIdentifierRead(examination, trial);
  } finally {
    await takeBack(examination, trial, field, other);
  }
}

async function requireIdentifierRead(examination: Examination, { identifier, read }: Trial): Promise<boolean> {
  return requireIdentifier(examination, identifier, (await read()).exchange);
}

/** Gives an entry its identifier again, under whichever of the two it is found. */
async function takeBack(examination: Examination, trial: Trial, field: string, other: string): Promise<void> {
  const body = JSON.stringify({ [field]: trial.identifier });
  const now = await examination.send({ identifier: trial.identifier }, readingOperation(examination));
  const isLost = now.response.status === 404 || now.response.status === 410;
  if (isLost) await trial.attempt({ identifier: other, body });
  else if (isSuccess(now) && isTaken(objectIn(now)[field], trial)) await trial.attempt({ body });
}

function isTaken(shown: unknown, { identifier, before }: Trial): boolean {
  return typeof shown === 'string' && shown !== identifier && !Object.values(before).includes(shown);
}
