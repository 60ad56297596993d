import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** The files of the page, and no others. */
const FILES: Record<string, { name: string; mediaType: string }> = {
  '/': { name: 'index.html', mediaType: 'text/html' },
  '/app.js': { name: 'app.js', mediaType: 'text/javascript' },
  '/style.css': { name: 'style.css', mediaType: 'text/css' },
};

/** The server of the page, until it is closed. */
export interface StaticServer {
  url: string;
  close(): void;
}

/** Serves the page from a folder, on a free port of this machine. */
export async function serve(folder: string): Promise<StaticServer> {
  const server = createServer(async (request, response) => {
    const file = FILES[request.url?.split('?')[0] ?? ''];
    if (file === undefined) response.writeHead(404).end();
    else response.setHeader('Content-Type', file.mediaType).end(await readFile(join(folder, file.name)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
