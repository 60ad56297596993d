import { createServer, type Server } from 'node:http';
import { createMock, type MockOptions } from '../../mock';
import type { Operation } from '../../spec';

/** The mock as a target: a server that is started when it is first asked something. */
export function openMock(options: MockOptions): { server: Server; identifiersFor: (operation: Operation) => string[] } {
  const mock = createMock(options);
  return { server: createServer(mock), identifiersFor: ({ meaning }) => mock.identifiers(meaning.resource) };
}
