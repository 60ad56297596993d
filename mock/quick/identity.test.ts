import { expect, test } from '@jest/globals';
import supertest from 'supertest';
import { CREDENTIAL, libraryWith } from '../test-document';

test('a header that is missing is not taken for one that was empty', async () => {
  const header = { name: 'X-Desk', in: 'header', required: true, schema: { type: 'string' } };
  const mock = libraryWith({ 'paths /books get parameters 0': header, 'paths /books get x-docent page': undefined });
  expect((await supertest(mock).get('/books').set(CREDENTIAL).set('X-Desk', '')).status).toBe(200);
  expect((await supertest(mock).get('/books').set(CREDENTIAL)).status).toBe(400);
});
