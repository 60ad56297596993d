import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { DEFAULT_DOCUMENT, readService } from '../spec';
import { planChecks } from './plan';
import { preflight } from './preflight';
import { createTarget } from './target/target';

const TOKEN = 'c2VjcmV0';
const service = readService({ spec: DEFAULT_DOCUMENT });

/** @param timeout in milliseconds; a busy machine may be late with any answer */
async function messageFrom(listener: RequestListener, timeout = 60_000): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const [identifiersFor, now] = [() => ['one'], () => new Date()];
  const target = createTarget({ server: url, token: TOKEN, identifiersFor, mayWrite: false, now, timeout });
  try {
    await preflight(service, planChecks(service), target);
    return '';
  } catch (error) {
    return (error as Error).message;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const always =
  (status: number, headers: Record<string, string> = {}, body = ''): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(body);

const PAGE = '<!DOCTYPE html><html><body><form>Log in</form></body></html>';

describe('a run does not start', () => {
  test.each([
    ['at a login page', always(200, { 'content-type': 'text/html' }, PAGE), 'with a web page (200), as a login page'],
    ['where it is redirected', always(302, { location: '/login' }), 'It redirects to /login (302)'],
    ['where the redirection shows the token', always(302, { location: `/?t=${TOKEN}` }), 'to /?t=[credential] (302)'],
    ['below a wrong base path', always(404, {}, '{}'), 'Correct its base path'],
    ['where the credential is refused', always(401), 'The credential is refused by'],
    ['where the service is down', always(503), 'out of service'],
    ['where it takes no more requests', always(429), 'out of service: it answers everything with 429'],
    ['where no HTTP is spoken', (request) => request.socket.end('SSH-2.0\r\n\r\n'), 'answers cannot be read'],
    [
      'where bodies are not packed as they say',
      always(200, { 'content-encoding': 'gzip' }, '[]'),
      'answers cannot be read',
    ],
    [
      'with an identifier that is not known',
      (request, response) => response.writeHead(request.url?.includes('one') ? 404 : 200).end('[]'),
      'has no eventId "one" (404)',
    ],
  ] as [string, RequestListener, string][])('%s', async (_, listener, message) => {
    const said = await messageFrom(listener);
    expect(said).toContain(message);
    expect(said).not.toContain(TOKEN);
  });

  test('where nobody answers in time', async () => {
    expect(await messageFrom(() => {}, 200)).toContain(
      'does not answer in time: GET /museum-hours got no whole answer in 0.2 s. Wait longer (see --timeout)',
    );
  });

  test('but does for a web page that is sent with JSON beside it', async () => {
    const listener: RequestListener = (request, response) => response.end(request.url?.includes('one') ? PAGE : '[]');
    expect(await messageFrom(listener)).toBe('');
  });
});
