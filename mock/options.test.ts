import { describe, expect, test } from '@jest/globals';
import { createMock, startMock } from './index';

/** As a caller in JavaScript may give them. */
const created = (options: object) => () => createMock(options);

describe('an option of a mock is refused', () => {
  test.each<[string, object, string]>([
    ['that is misspelt', { token: 's3cret' }, 'token  There is no such option. Known are spec, overlays, '],
    ['that every object has', { toString: 1 }, 'toString  There is no such option.'],
    ['of a mock that listens', { port: 0 }, 'port  There is no such option.'],
    ['that is one path and no list', { overlays: 'a.yaml' }, 'overlays  It is "a.yaml". It must be a list of paths.'],
    ['that is one credential and no list', { tokens: 's3cret' }, 'tokens  It must be a list of credentials, '],
    [
      'that is no number',
      { maximumSessions: Number.NaN },
      'maximumSessions  It is NaN. It must be a whole number from 1.',
    ],
    ['that is too small', { sessionIdle: -1 }, 'sessionIdle  It is -1. It must be a number of seconds above 0.'],
    ['that is no date', { today: 'tomorrow' }, 'today  It is "tomorrow". It must be a date, YYYY-MM-DD, '],
    ['that is no file', { state: '' }, 'state  It is "". It must be the path of a file.'],
    ['that is no switch', { watch: 'yes' }, 'watch  It is "yes". It must be true or false.'],
  ])('%s', (_name, options, message) => {
    expect(created(options)).toThrow(`Failed to create the mock:\n  ${message}`);
  });

  test('with all others that are wrong', () => {
    expect(created({ sessionIdle: 0, control: 1 })).toThrow(/\n {2}sessionIdle .*\n {2}control /);
  });

  test.each([
    ['port', { port: 'x' }],
    ['port', { port: 65536 }],
    ['token', { token: 'a' }],
  ])('before anything listens: %s of %j', async (name, options) => {
    await expect(startMock(options as object)).rejects.toThrow(`Failed to start the mock:\n  ${name}  `);
  });
});

test('an option that is undefined is as one that is left out', () => {
  const options: object = { tokens: undefined, maximumSessions: undefined };
  expect(createMock(options).identifiers('special-events').length).toBeGreaterThan(0);
});
