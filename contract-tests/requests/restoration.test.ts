import { afterEach, expect, test } from '@jest/globals';
import { DEFAULT_DOCUMENT, readService } from '../../spec';
import { Examination, objectIn } from '../examination';
import { type Change, type HonestServer, startHonestServer } from '../sabotage/honest-server';
import { HONEST, Refusal } from '../sabotage/ways';
import { createTarget } from '../target/target';
import { SchemaOracle } from '../values/oracle';
import { restore } from './restoration';
import { readingOperation } from './updates';

const servers: HonestServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

const service = readService({ spec: DEFAULT_DOCUMENT });

/** A server that has been updated since it was read, and what puts that back. */
async function updatedServer(change: Change) {
  const server = await startHonestServer(change);
  servers.push(server);
  const { url, token, eventIds } = server;
  const [identifier = ''] = eventIds;
  const [identifiersFor, now] = [() => eventIds, () => new Date()];
  const target = createTarget({ server: url, token, identifiersFor, mayWrite: true, now });
  const updating = service.operations.find(({ meaning }) => meaning.action === 'merge');
  if (updating === undefined) throw new Error('the document has no update');
  const examination = new Examination(service, updating, target, SchemaOracle.of(service));
  const before = objectIn(await examination.served({ identifier }, readingOperation(examination)));
  await examination.served({ identifier, body: '{"price":99}' });
  return { restored: () => restore(examination, { identifier, before }), event: () => server.event(identifier) };
}

test('an entry that only the last attempt could read and put back is put back', async () => {
  let failingUntil = 0;
  const { restored, event } = await updatedServer({
    read(store, eventId) {
      if (Date.now() < failingUntil) throw new Refusal('invalid query', 'not now');
      return HONEST.read(store, eventId);
    },
  });
  failingUntil = Date.now() + 1500; // of the three attempts, the first two are made by then
  await restored();
  expect(event()).toMatchObject({ price: 25 });
});

test('a server that is closed for maintenance for some seconds is waited for', async () => {
  let closedUntil = 0;
  const { restored, event } = await updatedServer({
    send(answer, asked, response) {
      if (Date.now() > closedUntil) return HONEST.send(answer, asked, response);
      response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Maintenance</h1>');
    },
  });
  closedUntil = Date.now() + 3200;
  await restored();
  expect(event()).toMatchObject({ price: 25 });
}, 15_000);
