import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as forward } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type HonestServer, startHonestServer } from '../sabotage/honest-server';
import { startDocent } from '../test-support/docent-process';

/** A pair for 127.0.0.1 that no authority has signed, made for this test and used for nothing else. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgMZHI3+wW2y3jtEBt
jNeBo9au/V1VH2P3az/pUKeShgmhRANCAAS11/XeslNV9v6+jYrJ0C8g6jQz24wn
D2UiEaP/1RZ3TclzmDmWtsKCEmF8n9gyq8uCAk8bHkoBMJmCJ75YNAUt
-----END PRIVATE KEY-----
`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBlTCCATqgAwIBAgIUNw1xwMwkGMGHGtxv8t+yDcjEtywwCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLRG9jZW50IHRlc3QwIBcNMjYxMTIxMTQ1ODU4WhgPMjEyNjEw
MjgxNDU4NThaMBYxFDASBgNVBAMMC0RvY2VudCB0ZXN0MFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEtdf13rJTVfb+vo2KydAvIOo0M9uMJw9lIhGj/9UWd03Jc5g5
lrbCghJhfJ/YMqvLggJPGx5KATCZgie+WDQFLaNkMGIwHQYDVR0OBBYEFNADoUHp
hiMykl0nxkd2V4lZLJIqMB8GA1UdIwQYMBaAFNADoUHphiMykl0nxkd2V4lZLJIq
MA8GA1UdEwEB/wQFMAMBAf8wDwYDVR0RBAgwBocEfwAAATAKBggqhkjOPQQDAgNJ
ADBGAiEAxwAtpuF8ghwVM2KCKAXjQEwth1u6ZH7zWx4/2jDAUeYCIQCFp9+CyJDm
FYAK27M40w9Hpg5FLK8jpwDexa7BA3Lojg==
-----END CERTIFICATE-----
`;

const HOME = mkdtempSync(join(tmpdir(), 'docent-https-'));

let server: HonestServer;
let front: Server;
beforeAll(async () => {
  server = await startHonestServer();
  front = createServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
    const { method = '', url = '', headers } = request;
    const behind = forward(server.url + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(behind);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  front.close();
  await server.close();
  rmSync(HOME, { recursive: true, force: true });
});

function verify(environment: Record<string, string>, scheme = 'https') {
  const { port } = front.address() as AddressInfo; // it listens on a port
  const { token, eventIds } = server;
  const given = { AUTH_TOKEN: token, EVENT_ID: eventIds.join(), REPORT_DIR: join(HOME, 'reports'), DOCENT_HOME: HOME };
  return startDocent(['verify', `${scheme}://127.0.0.1:${port}`], { ...given, ...environment }).ended;
}

describe('a server that speaks TLS', () => {
  test('conforms where its certificate is trusted', async () => {
    const file = join(HOME, 'certificate.pem');
    writeFileSync(file, CERTIFICATE);
    expect(await verify({ NODE_EXTRA_CA_CERTS: file })).toMatchObject({
      status: 0,
      output: expect.stringContaining('It conforms'),
    });
  });

  test('cannot be checked where its certificate is not trusted, and the sentence says how it would be', async () => {
    const { status, output } = await verify({});
    expect(status).toBe(2);
    expect(output).toContain('Trust its certificate with NODE_EXTRA_CA_CERTS');
  });

  test('cannot be checked over plain HTTP, and the sentence says so', async () => {
    const { status, output } = await verify({}, 'http');
    expect(status).toBe(2);
    expect(output).not.toMatch(/\n {4}at /);
  });
});
