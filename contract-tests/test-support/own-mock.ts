import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JsonObject, readService } from '../../spec';
import { examine, type Outcome } from '../examine';
import { planChecks } from '../plan';
import { openMock } from '../target/in-process';
import { createTarget } from '../target/target';
import { SchemaOracle } from '../values/oracle';

const TOKEN = 'open-sesame';

/** For tests: what a strict run has to say of the mock of a document, which is to do what its document says. */
export async function examineMock(document: JsonObject, fixtures: JsonObject): Promise<Outcome[]> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-own-mock-'));
  const files = { spec: join(folder, 'openapi.json'), fixtures: join(folder, 'fixtures.json') };
  writeFileSync(files.spec, JSON.stringify(document));
  writeFileSync(files.fixtures, JSON.stringify(fixtures));
  const service = readService({ spec: files.spec });
  const { server, identifiersFor } = openMock({ ...files, tokens: [TOKEN] });
  const target = createTarget({
    server,
    shownAs: 'http://own',
    token: TOKEN,
    identifiersFor,
    mayWrite: true,
    now: () => new Date(),
  });
  const oracle = new SchemaOracle(service);
  const outcomes: Outcome[] = [];
  try {
    for (const check of planChecks(service)) {
      outcomes.push(await examine(check, { service, target, oracle, strict: true }));
    }
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
  return outcomes;
}
