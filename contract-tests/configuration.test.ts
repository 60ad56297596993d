import { describe, expect, test } from '@jest/globals';
import { DEFAULT_DOCUMENT } from '../spec';
import { type RunOptions, readConfiguration, variableFor } from './configuration';
import type { Environment } from './server-access';

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
  ])('of %s with %j may write: %s', (url, environment, mayWrite) => {
    expect(readConfiguration({ ...OPTIONS, url }, { ...SERVER, ...environment }).mayWrite).toBe(mayWrite);
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

test.each([
  ['eventId', 'EVENT_ID'],
  ['id', 'ID'],
  ['ship-code', 'SHIP_CODE'],
  ['harbourID', 'HARBOUR_ID'],
])('the variable of the parameter %s is %s', (parameter, variable) => {
  expect(variableFor(parameter)).toBe(variable);
});
