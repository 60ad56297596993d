import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { packageFolder, readService } from '../spec';
import { examine, type Outcome } from './examine';
import { planChecks } from './plan';
import { openMock } from './target/in-process';
import { createTarget } from './target/target';
import { SchemaOracle } from './values/oracle';

const FOLDER = join(packageFolder, 'contract-tests', 'test-documents');
const SPEC = join(FOLDER, 'harbour.openapi.yaml');
const TOKEN = 'anchor-7';
const service = readService({ spec: SPEC });
const oracle = new SchemaOracle(service);

/** What a server between the suite and the mock does to a request before it is served; true where it has answered itself. */
type Change = (request: IncomingMessage, response: ServerResponse) => boolean;

const openServers: Server[] = [];
afterAll(() => {
  for (const server of openServers) server.close();
});

async function outcomesOf(change: Change = () => false, rule?: string): Promise<Outcome[]> {
  const mock = openMock({ spec: SPEC, fixtures: join(FOLDER, 'harbour.yaml'), tokens: [TOKEN] });
  const [serve] = mock.server.listeners('request') as [(request: IncomingMessage, response: ServerResponse) => void];
  const server = createServer((request, response) => {
    if (!change(request, response)) serve(request, response);
  });
  openServers.push(server);
  const { identifiersFor } = mock;
  const target = createTarget({
    server,
    shownAs: 'http://harbour',
    token: TOKEN,
    identifiersFor,
    mayWrite: true,
    now: () => new Date(),
  });
  const outcomes: Outcome[] = [];
  for (const check of planChecks(service, rule === undefined ? [] : [rule])) {
    outcomes.push(await examine(check, { service, target, oracle, strict: true }));
  }
  return outcomes;
}

describe('a harbour, described by another document', () => {
  let outcomes: Outcome[] = [];
  beforeAll(async () => {
    outcomes = await outcomesOf();
  });

  test('conforms in every rule when it is served by the mock', () => {
    expect(outcomes.filter(({ verdict }) => !['passed', 'recorded'].includes(verdict))).toEqual([]);
  });

  test('has its own names and numbers in the sentences', () => {
    const statements = outcomes.map(({ statement }) => statement);
    expect(statements).toContain('Without count a page is that of count=4.');
    expect(statements).toContain('The entries stand in descending order of day.');
  });

  test('has no rule of an authentication scheme, since an API key has none', () => {
    expect(outcomes.map(({ rule }) => rule)).not.toContain('credential-scheme');
  });

  test('is asked with its own carrier of the credential', () => {
    const recorded = outcomes.find(({ rule }) => rule === 'unknown-resource');
    expect(recorded?.finding?.curl).toContain('-H "X-Harbour-Key: $AUTH_TOKEN"');
  });
});

describe('documented answers to conditions gate', () => {
  const failing: { rule: string; change: Change }[] = [
    { rule: 'missing-credential', change: answering(403, (request) => request.headers['x-harbour-key'] === undefined) },
    { rule: 'wrong-credential', change: answering(403, (request) => request.headers['x-harbour-key'] !== TOKEN) },
    { rule: 'invalid-query', change: answering(422, (request) => /=(abc|not-one)/.test(request.url ?? '')) },
    { rule: 'query-out-of-range', change: answering(422, (request) => /count=13/.test(request.url ?? '')) },
    { rule: 'invalid-body', change: answering(422, (request) => request.method === 'PATCH') },
    { rule: 'malformed-json', change: answering(422, (request) => request.method === 'PATCH') },
  ];

  test.each(failing)('$rule is violated by another status', async ({ rule, change }) => {
    const verdicts = (await outcomesOf(change, rule)).map(({ verdict }) => verdict);
    expect(verdicts).toContain('violated');
  });
});

/** Answers some requests with a status and nothing else. */
function answering(status: number, isMeant: (request: IncomingMessage) => boolean): Change {
  return (request, response) => {
    if (!isMeant(request)) return false;
    request.resume();
    response.writeHead(status).end();
    return true;
  };
}
