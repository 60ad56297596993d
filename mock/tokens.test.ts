import { expect, test } from '@jest/globals';
import supertest from 'supertest';
import { createMock } from './index';

const UNUSABLE: [string, string][] = [
  ['an empty one', ''],
  ['a space', ' '],
  ['one that ends in a line break', 's3cret\n'],
  ['one that begins with a space', ' s3cret'],
  ['letters outside ASCII', 'ünï'],
  ['a control character', 's3\0cret'],
];

test.each(UNUSABLE)('among the tokens of a mock there is not %s', (_name, token) => {
  expect(() => createMock({ tokens: ['s3cret', token] })).toThrow(
    /^Failed to create the mock:\n {2}tokens {2}It must be a list of credentials, each one or more visible ASCII characters, with spaces only between/,
  );
});

test.each([...UNUSABLE, ['two words', 's3 cret'] as const])('the control token of a mock is not %s', (_name, token) => {
  expect(() => createMock({ controlToken: token })).toThrow(
    /^Failed to create the mock:\n {2}controlToken {2}It must be one or more visible ASCII characters, without spaces\.$/,
  );
});

test('both tokens are refused at once', () => {
  expect(() => createMock({ tokens: [''], controlToken: '' })).toThrow(/\n {2}tokens .*\n {2}controlToken /);
});

test.each(['a', 'two words', '~"(=)\\!'])('a token may be %j', async (token) => {
  const ask = supertest(createMock({ tokens: [token] })).get('/museum-hours');
  expect((await ask.set('Authorization', `Basic ${token}`)).status).toBe(200);
});
