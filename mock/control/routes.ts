import type { Json } from '../../spec';
import type { BodySchema } from './body-schemas';
import { advanceClock, releaseClock, setClock } from './clock-routes';
import type { ControlCall } from './control-call';
import { readAnnotated, readAsset, readJson, readPage, readYaml } from './docs-routes';
import { addFault, listFaults, removeFault, removeFaults, replaceFaults } from './fault-routes';
import { clearJournal, readJournal, verifyJournal } from './journal-routes';
import type { Page } from './page';
import { deleteSession, listSessions, readSession } from './session-routes';
import { deleteSnapshot, listSnapshots, restoreSnapshot, takeSnapshot } from './snapshot-routes';
import { diff, patchResource, readResource, readState, replaceResource, replaceState } from './state-routes';
import { describe, listScenarios, reset, resetUnsaved, switchScenario } from './summary';

/** One line of the control API: what `GET /_docent` shows, and what is done. */
export interface ControlRoute {
  method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE';
  /** Below `/_docent`; a segment in braces is the route's parameter. */
  path: string;
  does: string;
  /** What its body looks like; undefined where it has none. */
  body?: BodySchema;
  /** @returns the body of the answer, or a page; undefined where it has none */
  run(call: ControlCall): Json | Page | undefined;
  /** What belongs to it and is never saved: done once what `run` has changed is safe. */
  finish?(call: ControlCall): void;
}

/**
 * The control API. Each route acts on the session that the request names, with the header `X-Docent-Session: <name>` or as
 * `/_docent/session/<name>/_docent/…`; without a name on the one that all other requests share. Each does all or nothing.
 */
export const ROUTES: readonly ControlRoute[] = [
  { method: 'GET', path: '', does: 'this table', run: () => indexOf(ROUTES) },
  { method: 'GET', path: '/state', does: 'the entries of every resource', run: readState },
  {
    method: 'PUT',
    path: '/state',
    does: 'replaces the entries of each resource that the body names',
    body: 'entriesByResource',
    run: replaceState,
  },
  { method: 'GET', path: '/state/{resource}', does: 'the entries of one resource', run: readResource },
  {
    method: 'PUT',
    path: '/state/{resource}',
    does: 'replaces the entries of one resource',
    body: 'entries',
    run: replaceResource,
  },
  {
    method: 'PATCH',
    path: '/state/{resource}',
    does: 'by identifier: merges an object into that entry or adds one, and removes it where there is null',
    body: 'patches',
    run: patchResource,
  },
  { method: 'GET', path: '/diff', does: 'what differs from the fixtures or the scenario, by resource', run: diff },
  {
    method: 'POST',
    path: '/reset',
    does: 'puts state, scenario, clock and faults back to the start, and clears the journal',
    run: reset,
    finish: resetUnsaved,
  },
  { method: 'GET', path: '/clock', does: 'what counts as today', run: describe },
  { method: 'PUT', path: '/clock', does: 'sets the date, and lets it stand still', body: 'today', run: setClock },
  {
    method: 'POST',
    path: '/clock/advance',
    does: 'moves the date by days, back where negative',
    body: 'days',
    run: advanceClock,
  },
  { method: 'DELETE', path: '/clock', does: 'lets the clock run with the mock again', run: releaseClock },
  { method: 'GET', path: '/scenarios', does: 'the names of the scenarios', run: listScenarios },
  {
    method: 'PUT',
    path: '/scenario',
    does: 'begins the state anew with a scenario, or with the fixtures alone where it is null',
    body: 'scenario',
    run: switchScenario,
  },
  { method: 'GET', path: '/snapshots', does: 'the names of the snapshots', run: listSnapshots },
  {
    method: 'PUT',
    path: '/snapshots/{name}',
    does: 'keeps state, scenario and clock as they are now',
    run: takeSnapshot,
  },
  { method: 'POST', path: '/snapshots/{name}/restore', does: 'puts back what was kept', run: restoreSnapshot },
  { method: 'DELETE', path: '/snapshots/{name}', does: 'lets go of it', run: deleteSnapshot },
  { method: 'GET', path: '/faults', does: 'the fault rules, with how often each matched and applied', run: listFaults },
  { method: 'POST', path: '/faults', does: 'adds a fault rule', body: 'fault', run: addFault },
  { method: 'PUT', path: '/faults', does: 'puts fault rules in place of all', body: 'faults', run: replaceFaults },
  { method: 'DELETE', path: '/faults', does: 'removes every fault rule', run: removeFaults },
  { method: 'DELETE', path: '/faults/{id}', does: 'removes one fault rule', run: removeFault },
  {
    method: 'GET',
    path: '/journal',
    does: 'the last exchanges; of an ?operation=, ?method=, ?path= or ?status= only, and ?limit= of them',
    run: readJournal,
  },
  { method: 'DELETE', path: '/journal', does: 'forgets every exchange', run: clearJournal },
  {
    method: 'POST',
    path: '/verify',
    does: 'holds the journal against what is expected: 200 where it came so, 409 with what did not',
    body: 'expectation',
    run: verifyJournal,
  },
  { method: 'GET', path: '/sessions', does: 'the named sessions, the last used first', run: listSessions },
  { method: 'GET', path: '/sessions/{name}', does: 'one session', run: readSession },
  { method: 'DELETE', path: '/sessions/{name}', does: 'ends a session; its name begins anew', run: deleteSession },
  { method: 'GET', path: '/docs', does: 'the document as a page, to read and to try out in a browser', run: readPage },
  { method: 'GET', path: '/docs/openapi.json', does: 'the document as the page shows it', run: readAnnotated },
  { method: 'GET', path: '/docs/{file}', does: 'a file of the page', run: readAsset },
  { method: 'GET', path: '/openapi.json', does: 'the document in force, in one piece', run: readJson },
  { method: 'GET', path: '/openapi.yaml', does: 'the same in YAML', run: readYaml },
];

function indexOf(routes: readonly ControlRoute[]): Json {
  return routes.map(({ method, path, does, body }) => ({
    method,
    path: `/_docent${path}`,
    does,
    ...(body ? { body } : {}),
  }));
}
