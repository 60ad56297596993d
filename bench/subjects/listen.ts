import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Lets a handler answer on a free port of this machine, prints its URL, and stops when it is told to. */
export function listen(handler: RequestListener): void {
  const server = createServer(handler).listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo; // listening on TCP, so it has one
    process.stdout.write(`listening at http://127.0.0.1:${port}\n`);
  });
  process.once('SIGTERM', () => {
    server.close();
    server.closeAllConnections();
  });
}
