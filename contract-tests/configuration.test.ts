import { describe, expect, test } from '@jest/globals';
import { DEFAULT_DOCUMENT } from '../spec';
import { type RunOptions, readConfiguration } from './configuration';
import { USUAL_CHANCE } from './examination';
import type { Environment } from './target/server-access';

const OPTIONS: RunOptions = {
  spec: DEFAULT_DOCUMENT,
  overlays: [],
  ids: [],
  only: [],
  strict: false,
  allowWrites: false,
};
const SERVER = { BASE_URL: 'https://museum.example/api/', AUTH_TOKEN: 'dG9rZW4=', EVENT_ID: 'one, two' };

function faultsOf(options: Partial<RunOptions>, environment: Environment): string {
  try {
    readConfiguration({ ...OPTIONS, ...options }, environment);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

describe('a configuration', () => {
  test('without a base URL is the mock, which may be written to', () => {
    expect(readConfiguration(OPTIONS, {})).toMatchObject({ mayWrite: true, reportDir: 'reports', strict: false });
    expect(readConfiguration(OPTIONS, {})).not.toHaveProperty('baseUrl');
  });

  test.each([
    ['1', true],
    ['TRUE', true],
    ['no', false],
    ['', false],
  ])('with STRICT=%s is strict: %s', (STRICT, strict) => {
    expect(readConfiguration(OPTIONS, { STRICT })).toMatchObject({ strict });
  });

  test('is refused where STRICT says neither yes nor no', () => {
    expect(faultsOf({}, { STRICT: 'on' })).toContain('STRICT  "on" is neither yes nor no. Give 1, or leave it out.');
  });

  test('takes a server, its identifiers and its base path from the environment', () => {
    const { baseUrl, ids } = readConfiguration(OPTIONS, SERVER);
    expect({ baseUrl, ids }).toEqual({ baseUrl: 'https://museum.example/api', ids: { eventId: ['one', 'two'] } });
  });

  test('prefers identifiers that the command line gives', () => {
    expect(readConfiguration({ ...OPTIONS, ids: ['eventId=a', 'eventId=b,c'] }, SERVER).ids).toEqual({
      eventId: ['a', 'b', 'c'],
    });
  });

  test('never holds the credential', () => {
    expect(JSON.stringify(readConfiguration(OPTIONS, SERVER))).not.toContain(SERVER.AUTH_TOKEN);
  });

  test.each([
    ['http://localhost:8080', {}, true],
    ['http://127.0.0.1:8080', {}, true],
    ['http://[::1]:8080', {}, true],
    ['https://museum.example', {}, false],
    ['https://localhost.museum.example', {}, false],
    ['https://museum.example', { ALLOW_WRITES: 'other.example' }, false],
    ['https://museum.example', { ALLOW_WRITES: 'museum.example' }, true],
    ['https://museum.example:8443', { ALLOW_WRITES: 'museum.example:8443' }, true],
    ['https://museum.example', { ALLOW_WRITES: '1' }, true],
    ['https://museum.example', { ALLOW_WRITES: 'Museum.Example' }, true],
    ['https://Museum.example', { ALLOW_WRITES: 'museum.example:443' }, true],
    ['https://museum.example', { ALLOW_WRITES: 'museum.example:80' }, false],
    ['https://museum.example:8443', { ALLOW_WRITES: 'museum.example:443' }, false],
  ])('of %s with %j may write: %s', (url, environment, mayWrite) => {
    expect(readConfiguration({ ...OPTIONS, url }, { ...SERVER, ...environment }).mayWrite).toBe(mayWrite);
  });

  test('is refused where the URL of the server is empty, which would else be the mock', () => {
    expect(faultsOf({}, { ...SERVER, BASE_URL: '' })).toContain('BASE_URL  It is empty. Give the URL of a server');
    expect(faultsOf({ url: '' }, SERVER)).toContain('url  It is empty.');
  });

  test('is refused where an address stands in place of the host that may be written to', () => {
    const faults = faultsOf({}, { ...SERVER, ALLOW_WRITES: 'https://museum.example' });
    expect(faults).toContain('ALLOW_WRITES  "https://museum.example" is no host. Write it as api.example, or 1.');
  });

  test('writes nothing where it is only to read, not even to the mock', () => {
    expect(readConfiguration({ ...OPTIONS, readOnly: true }, {}).mayWrite).toBe(false);
    const local = { ...SERVER, BASE_URL: 'http://127.0.0.1:1' };
    const configuration = readConfiguration({ ...OPTIONS, readOnly: true }, local);
    expect(configuration.mayWrite).toBe(false);
    expect(configuration).not.toHaveProperty('stateFolder');
    expect(faultsOf({ readOnly: true, allowWrites: true }, SERVER)).toContain('--allow-writes says the opposite');
  });

  test('reads numbers, and has some where none are given', () => {
    expect(readConfiguration(OPTIONS, {})).toMatchObject({ timeout: 30_000, ...USUAL_CHANCE });
    const given = { timeout: '2.5', seed: '-7', runs: '3' };
    expect(readConfiguration({ ...OPTIONS, ...given }, {})).toMatchObject({
      timeout: 2500,
      seed: -7,
      runs: 3,
    });
    const faults = faultsOf({ timeout: '0', seed: 'random', runs: '1.5' }, {});
    expect(faults).toContain('--timeout  "0" is not a number above 0');
    expect(faults).toContain('--seed  "random" is not a whole number');
    expect(faults).toContain('--runs  "1.5" is not a whole number above 0');
  });

  test.each([
    ['Authorization: Basic s3cret', 'Authorization carries the credential. Give that as AUTH_TOKEN'],
    ['no colon, s3cret', 'It is not of the form "Name: value"'],
    ['Host: s3cret', 'Host is what the checks themselves decide'],
    ['X Key: s3cret', '"X Key" is no header\'s name'],
    ['X-Key: s3cret\u0001', '"X-Key" is no header\'s name'],
  ])('refuses the header %j without showing its value', (header, message) => {
    const faults = faultsOf({}, { HEADERS: `X-Trace: 1\n${header}` });
    expect(faults).toContain(message);
    expect(faults).not.toContain('s3cret');
  });

  test('shows no password of a base URL that is none', () => {
    const faults = faultsOf({ url: 'htps://me:s3cret@host/?key=s3cret' }, {});
    expect(faults).toContain('"htps://host/?…" is no base URL');
    expect(faults).not.toContain('s3cret');
  });

  test('needs nothing of a server that it only lists the checks of', () => {
    expect(faultsOf({ list: true, url: 'https://museum.example' }, {})).toBe('');
  });

  test('names every fault at once', () => {
    const faults = faultsOf({ url: 'ftp://museum', ids: ['event=1', 'x'], only: ['pages-joined'] }, {});
    expect(faults).toContain('"ftp://museum" is no base URL');
    expect(faults).toContain('"event" is no path parameter. Known are eventId.');
    expect(faults).toContain('"x" is not of the form name=value');
    expect(faults).toContain('"pages-joined" is neither a rule nor an operation. Known are getMuseumHours');
  });

  test('of a server needs a credential, and identifiers for operations that take one', () => {
    const faults = faultsOf({}, { BASE_URL: 'http://127.0.0.1:1' });
    expect(faults).toMatch(/AUTH_TOKEN {2}It is not set/);
    expect(faults).toContain('--id eventId=<value> or in EVENT_ID');
  });

  test('needs no identifiers where the operations that take them are left out', () => {
    expect(faultsOf({ only: ['getMuseumHours'] }, { BASE_URL: 'http://127.0.0.1:1', AUTH_TOKEN: 'x' })).toBe('');
  });

  test('refuses a credential that carries its scheme', () => {
    expect(faultsOf({}, { ...SERVER, AUTH_TOKEN: 'Basic abc' })).toContain('AUTH_TOKEN  It has white space in it');
  });
});
