import type { Operation } from '../../spec';
import { type Asked, documentedCredentials, type Examination } from '../examination';
import { NotExercised, Violation } from '../findings';
import { atOnce } from '../requests/at-once';
import { pastBound } from '../requests/bounds';
import { allowedSizes, largestSize, queryFor } from '../requests/lists';
import { documentedPart, patchOf, requireFields } from '../requests/patches';
import { requireNothingServed, unlessClosed } from '../requests/refused';
import { isServed } from '../requests/served';
import type { Trial } from '../requests/trial';
import { readingOperation, tryUpdates, tryUpdatesOfAll } from '../requests/updates';
import {
  emptyCredentials,
  incomplete,
  misplaced,
  otherHeaders,
  partlyMisplaced,
  placesOf,
  schemeOf,
  withScheme,
} from '../requests/wrong-credentials';
import type { Rule } from '../rule';
import { type CarriedCredential, summaryOf } from '../target/exchange';
import { addDays } from '../values/days';
import { isFieldSame } from '../values/fields';

/** Schemes that a careless service takes for one another. */
const OTHER_SCHEMES = ['Bearer', 'Basic', 'Token', 'Digest'];

/** Who is served. How anyone else is refused, nothing says. */
export const CREDENTIAL_RULES: Rule[] = [
  {
    id: 'credential-required',
    source: 'documented',
    statement: (operation) => `Without ${carriersOf(operation).join(' or without ')} nothing is served.`,
    place: securityPlace,
    appliesTo: needsCredential,
    check: async (examination) => {
      await requireUnserved(
        examination,
        [[], ...incomplete(examination.operation)],
        emptyCredentials(examination.operation),
      );
      await requireNoSession(examination);
    },
  },
  {
    id: 'credential-scheme',
    source: 'documented',
    statement: (operation) =>
      `The credential carries the ${schemeOf(operation)} scheme: with another or none, nothing is served.`,
    place: securityPlace,
    appliesTo: (operation) => needsCredential(operation) && schemeOf(operation) !== undefined,
    check: (examination) => {
      const right = schemeOf(examination.operation);
      const others = OTHER_SCHEMES.filter((scheme) => scheme.toLowerCase() !== right?.toLowerCase());
      // The last is met by whoever looks at the beginning alone.
      const wrong = [...others, undefined, `${right}x`];
      return requireUnserved(
        examination,
        wrong.map((other) => withScheme(examination.operation, other)),
      );
    },
  },
  {
    id: 'credential-in-header-only',
    source: 'documented',
    statement: (operation) =>
      `The credential counts only in the ${placesOf(operation).join(' or ')}: elsewhere, nothing is served.`,
    place: securityPlace,
    appliesTo: needsCredential,
    check: async (examination) => {
      const together = misplaced(examination.operation);
      await requireUnserved(examination, [...together, ...partlyMisplaced(examination.operation)]);
      await requireNoneServed(examination, [...together.flat(), ...otherHeaders(examination.operation)]);
    },
  },
  {
    id: 'refused-credential-changes-nothing',
    source: 'documented',
    statement: (operation) =>
      `An update that is refused for what ${carriersOf(operation).join(' and ')} carries changes nothing.`,
    place: securityPlace,
    appliesTo: (operation) => needsCredential(operation) && operation.meaning.action === 'merge',
    check: (examination) => {
      const wrong = documentedCredentials(examination.operation).map((each) => ({ ...each, value: 'wrong' as const }));
      return tryUpdates(examination, async (trial) => {
        // First an update that is served: what takes everything back to its start would else change nothing.
        await trial.update(patchOf(trial.fields, 1));
        for (const credentials of [[], wrong, ...incomplete(examination.operation)])
          await requireRefusedOrServed(examination, trial, credentials);
      });
    },
  },
];

/** Whether a wrong credential is served at all, nothing says; if it is not, nothing may be updated with it. */
async function requireRefusedOrServed(
  examination: Examination,
  { identifier, before, fields, attempt, read }: Trial,
  credentials: CarriedCredential[],
): Promise<void> {
  const now = documentedPart(examination, (await read()).entry);
  await unlessClosed(examination.send({ identifier, credentials }, readingOperation(examination)));
  for (const { name, values } of fields) {
    const other = [...values, before[name]].find((value) => !isFieldSame(examination, name, value, now[name]));
    const answer = await unlessClosed(attempt({ body: JSON.stringify({ [name]: other }), credentials }));
    if (answer !== undefined && isServed(examination, answer)) return;
    const { entry, exchange } = await read();
    requireFields(examination, now, entry, answer ?? exchange);
  }
}

function needsCredential({ security }: Operation): boolean {
  return security.length > 0 && security.every((alternative) => alternative.length > 0);
}

function carriersOf({ security: [credentials = []] }: Operation): string[] {
  return credentials.length === 0 ? ['a credential'] : credentials.map((each) => `the ${each.in} ${each.carrier}`);
}

function securityPlace({ security }: Operation): string | undefined {
  const [credential] = security[0] ?? [];
  return credential && `/components/securitySchemes/${credential.name}`;
}

/** Sends the request with each of the wrong credentials alone: a service may refuse what it does not know beside them. */
async function requireNoneServed(examination: Examination, wrong: CarriedCredential[]): Promise<void> {
  const requireRefused = (credential: CarriedCredential, asked: Asked) =>
    requireNothingServed(examination, examination.send({ ...asked, credentials: [credential] }));
  if (examination.operation.meaning.action !== 'merge') {
    await atOnce(wrong, (credential) => requireRefused(credential, askedFor(examination)));
    return;
  }
  await tryUpdates(examination, async ({ identifier, before, fields: [{ name, values }], read }) => {
    const body = JSON.stringify({ [name]: values[0] });
    await atOnce(wrong, (credential) => requireRefused(credential, { identifier, body }));
    const { entry, exchange } = await read();
    if (isFieldSame(examination, name, before[name], entry[name])) return;
    throw new Violation(`${name} unchanged`, `${name} ${JSON.stringify(entry[name])}`, exchange);
  });
}

/** Sends the request with each of the wrong credentials, and requires that none is served. */
async function requireUnserved(
  examination: Examination,
  wrong: CarriedCredential[][],
  empty: Record<string, string>[] = [],
): Promise<void> {
  const refused: Asked[] = [
    ...wrong.map((credentials) => ({ credentials })),
    ...empty.map((headers) => ({ credentials: [], headers })),
  ];
  if (examination.operation.meaning.action === 'merge') return requireNoUpdate(examination, refused);
  const served = [];
  const [first = {}] = refused;
  const wholly = requestsOf(examination).map((asked) => ({ asked, wrongly: refused }));
  const briefly = furtherRequestsOf(examination).map((asked) => ({ asked, wrongly: [first] }));
  for (const { asked, wrongly } of [...wholly, ...briefly]) {
    const right = await examination.send(asked);
    if (!isServed(examination, right)) continue;
    served.push(asked);
    await atOnce(wrongly, (credentials) =>
      requireNothingServed(examination, examination.send({ ...asked, ...credentials }), right),
    );
  }
  if (served.length === 0) throw new NotExercised('even the right credential gets nothing to tell by');
}

/** Requires that the cookies which an answer sets do not stand in for the credential. */
async function requireNoSession(examination: Examination): Promise<void> {
  if (examination.operation.meaning.action === 'merge') return;
  const asked = askedFor(examination);
  const { response } = await examination.send(asked);
  const cookies = [response.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.replace(/;.*/s, ''));
  if (cookies.length === 0) return;
  const exchange = await unlessClosed(
    examination.send({ ...asked, credentials: [], headers: { Cookie: cookies.join('; ') } }),
  );
  if (exchange === undefined || !isServed(examination, exchange)) return;
  // What a cookie is worth, no report needs to show.
  const { headers } = exchange.request;
  const shown = { ...exchange, request: { ...exchange.request, headers: { ...headers, Cookie: '[as it was set]' } } };
  throw new Violation('that nothing is served for the cookies of an earlier answer', summaryOf(exchange), shown);
}

/** Of how many entries each is asked for: a service may guard one of them otherwise. */
const SOME = 4;

/** What a caller with the right credential may ask. */
function requestsOf(examination: Examination): Asked[] {
  const { meaning } = examination.operation;
  if (meaning.action !== 'list')
    return examination
      .identifiers()
      .slice(0, SOME)
      .map((identifier) => ({ identifier }));
  const { page, from } = meaning;
  const isDay = from?.default === 'today' && from.parameter.schema.value.format === 'date';
  const [size] = allowedSizes(examination, [1]);
  const later = isDay ? [{ query: queryFor(examination, { from: addDays(examination.target.today(), 7), size }) }] : [];
  return [
    askedFor(examination),
    ...later,
    ...(page ? [{}, { query: queryFor(examination, { number: page.first + 1 }) }] : []),
  ];
}

/** What is asked with the first of the wrong credentials alone: whoever guards the beginning of a list may leave the rest open. */
function furtherRequestsOf(examination: Examination): Asked[] {
  const { meaning } = examination.operation;
  if (meaning.action !== 'list') return [];
  const { page } = meaning;
  const [size] = allowedSizes(examination, [1]);
  const past = pastBound(examination);
  return [
    ...(past === undefined ? [] : [{ from: past, size }]),
    ...(page ? [2, 9].map((pages) => ({ number: page.first + pages, size })) : []),
  ].map((asking) => ({ query: queryFor(examination, asking) }));
}

async function requireNoUpdate(examination: Examination, refused: Asked[]): Promise<void> {
  await tryUpdatesOfAll(examination, SOME, async (trials) => {
    for (const trial of trials) await requireNotUpdated(examination, trial, refused);
    await requireNoFieldUpdated(examination, trials[0], refused[0]);
    const [{ fields, attempt }] = trials;
    const control = await attempt({ body: JSON.stringify({ [fields[0].name]: fields[0].values[0] }) });
    if (!isServed(examination, control)) {
      throw new NotExercised(`even the right credential is not served (${control.response.status})`);
    }
  });
}

async function requireNotUpdated(examination: Examination, trial: Trial, refused: Asked[]): Promise<void> {
  const { before, attempt, read } = trial;
  const [{ name, values }] = trial.fields;
  for (const credentials of refused) {
    const body = JSON.stringify({ [name]: values[0] });
    const exchange = await requireNothingServed(examination, attempt({ body, ...credentials }));
    const { entry } = await read();
    if (!isFieldSame(examination, name, before[name], entry[name])) {
      throw new Violation(`${name} unchanged`, `${name} ${JSON.stringify(entry[name])}`, exchange);
    }
  }
}

/** How many other fields are sent: a service may guard an update by what it carries. */
const OTHER_FIELDS = 4;

/** The same of other fields, of all together and of none, with the values that they have: if it is made, nothing changes. */
async function requireNoFieldUpdated(examination: Examination, trial: Trial, refused: Asked = {}): Promise<void> {
  const { fields, before, attempt } = trial;
  const others = fields.slice(1, 1 + OTHER_FIELDS).map((field) => [field]);
  for (const sent of [...others, fields, []]) {
    const body = JSON.stringify(Object.fromEntries(sent.map(({ name }) => [name, before[name]])));
    await requireNothingServed(examination, attempt({ body, ...refused }));
  }
}

/** A request that succeeds with the right credential. */
export function askedFor(examination: Examination): Asked {
  if (examination.operation.meaning.action !== 'list') return examination.identifier();
  return { query: queryFor(examination, { size: largestSize(examination) }) };
}
