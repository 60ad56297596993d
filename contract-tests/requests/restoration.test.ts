import { afterEach, expect, test } from '@jest/globals';
import { DEFAULT_DOCUMENT, readService } from '../../spec';
import { Examination, objectIn } from '../examination';
import { type HonestServer, startHonestServer } from '../sabotage/honest-server';
import { HONEST, Refusal } from '../sabotage/ways';
import { createTarget } from '../target/target';
import { SchemaOracle } from '../values/oracle';
import { restore } from './restoration';
import { readingOperation } from './updates';

const servers: HonestServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

const service = readService({ spec: DEFAULT_DOCUMENT });

test('an entry that only the last attempt could read and put back is put back', async () => {
  let failingUntil = 0;
  const server = await startHonestServer({
    read(store, eventId) {
      if (Date.now() < failingUntil) throw new Refusal('invalid query', 'not now');
      return HONEST.read(store, eventId);
    },
  });
  servers.push(server);
  const { url, token, eventIds } = server;
  const [identifier = ''] = eventIds;
  const target = createTarget({
    server: url,
    token,
    identifiersFor: () => eventIds,
    mayWrite: true,
    now: () => new Date(),
  });
  const updating = service.operations.find(({ meaning }) => meaning.action === 'merge');
  if (updating === undefined) throw new Error('the document has no update');
  const examination = new Examination(service, updating, target, SchemaOracle.of(service));
  const before = objectIn(await examination.served({ identifier }, readingOperation(examination)));
  await examination.served({ identifier, body: '{"price":99}' });
  failingUntil = Date.now() + 1500; // of the three attempts, the first two are made by then
  await restore(examination, { identifier, before });
  expect(server.event(identifier)).toMatchObject({ price: 25 });
});
