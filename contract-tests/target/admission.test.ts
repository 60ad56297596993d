import { describe, expect, test } from '@jest/globals';
import { Admission } from './admission';
import type { CarriedCredential, Request, Response } from './exchange';

const credential = (value: 'given' | 'wrong'): CarriedCredential => ({
  in: 'header',
  carrier: 'Authorization',
  scheme: 'Basic',
  value,
});
const READ: Request = { method: 'GET', path: '/things', credentials: [credential('given')] };
const OTHER: Request = { ...READ, path: '/things/1' };
const WRONG: Request = { ...READ, credentials: [credential('wrong')] };

const answer = (status: number): Response => ({ status, headers: {}, text: '', json: undefined });

/** A target that has served READ, and answers with these from now on, the last one for good. */
function admissionTo(...statuses: number[]): Admission {
  const send = async () => answer((statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200);
  const admission = new Admission({ send, pauses: [1, 1, 1] });
  admission.seen(READ, answer(200));
  return admission;
}

/** The same, after a wrong credential. */
function admissionAfterWrong(...statuses: number[]): Admission {
  const admission = admissionTo(...statuses);
  admission.seen(WRONG, answer(404));
  return admission;
}

describe('a target that has served the credential', () => {
  test('is not closed where it still does, whatever else it refuses', async () => {
    const admission = admissionTo(200);
    admission.seen(OTHER, answer(403));
    expect(await admission.isRegained()).toBe(false);
  });

  test('was closed for a while where it refuses it, and then does not', async () => {
    expect(await admissionTo(403, 401, 403, 200).isRegained()).toBe(true);
  });

  test('was closed where it has refused after a wrong one what it serves by now', async () => {
    const admission = admissionTo(200);
    admission.seen(WRONG, answer(401));
    admission.seen(OTHER, answer(403));
    expect(await admission.isRegained()).toBe(true);
    expect(await admission.isRegained()).toBe(false);
  });

  test('is not closed where it refuses one request for good', async () => {
    const admission = admissionTo(200, 403);
    admission.seen(WRONG, answer(401));
    admission.seen(OTHER, answer(403));
    expect(await admission.isRegained()).toBe(false);
  });

  test.each([404, 423, 429])(
    'was closed for a while where it answers a wrong one, and then all, with %d',
    async (status) => {
      expect(await admissionAfterWrong(status, status, 200).isRegained()).toBe(true);
    },
  );

  test('was closed where it has answered what it serves by now with 423', async () => {
    const admission = admissionAfterWrong(200);
    admission.seen(OTHER, answer(423));
    expect(await admission.isRegained()).toBe(true);
  });

  test('is not closed where what it has served is gone, with no wrong one before', async () => {
    expect(await admissionTo(404).isRegained()).toBe(false);
  });

  test('is not closed where one thing that it has served is gone', async () => {
    const admission = admissionTo(404, 200);
    admission.seen(OTHER, answer(200));
    admission.seen(WRONG, answer(401));
    expect(await admission.isRegained()).toBe(false);
  });

  test('was closed also where somebody has waited for it already', async () => {
    const admission = admissionAfterWrong(423, 200);
    admission.seen(OTHER, answer(423));
    expect(await admission.isReopened()).toBe(true);
    expect(await admission.isRegained()).toBe(true);
  });

  test('ends the run where it goes on refusing it', async () => {
    await expect(admissionTo(403).isRegained()).rejects.toMatchObject({
      name: 'Ended',
      message: expect.stringMatching('no longer takes the credential'),
    });
  });
});
