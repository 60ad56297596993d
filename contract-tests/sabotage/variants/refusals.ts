import type { Change } from '../honest-server';
import { type Answer, type Asked, HONEST, type Reason, Refusal } from '../ways';
import type { Variant } from './variant';

/** How a refusal is answered, and which credentials are taken. */
export const REFUSAL_VARIANTS: Variant[] = [
  { name: 'It refuses with an empty body', ways: answering(({ status }) => ({ status, headers: {}, body: '' })) },
  {
    name: 'It refuses with plain text',
    ways: answering(({ status }) => ({ status, headers: { 'content-type': 'text/plain' }, body: 'No.' })),
  },
  {
    name: 'It refuses with a page of HTML',
    ways: answering(({ status }) => ({
      status,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: '<!doctype html><title>Refused</title><h1>Refused</h1>',
    })),
  },
  {
    name: 'It refuses with a problem document',
    ways: answering(({ status }, reason) => ({
      status,
      headers: { 'content-type': 'application/problem+json' },
      body: JSON.stringify({ type: 'about:blank', title: reason, status }),
    })),
  },
  {
    name: 'It refuses with an event of which every field is null, beside what was wrong',
    ways: answering(({ status }, reason) => ({
      status,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ eventId: null, name: null, location: null, dates: null, price: null, error: reason }),
    })),
  },
  {
    name: 'It refuses a missing credential with 403',
    ways: coded({ 'no credential': 403, 'invalid body': 422, 'invalid query': 422 }),
  },
  {
    name: 'It hides from callers without a credential behind 404',
    ways: coded({ 'no credential': 404, 'malformed identifier': 404 }),
  },
  { name: 'It refuses a missing credential with 400', ways: coded({ 'no credential': 400 }) },
  {
    name: 'It answers 410 for an event that it does not know',
    ways: coded({ 'unknown event': 410, 'malformed identifier': 422 }),
  },
  { name: 'It answers 409 for a body that it does not take', ways: coded({ 'invalid body': 409 }) },
  {
    name: 'It sends callers without a credential to a login page',
    ways: answering((answer, reason) =>
      reason === 'no credential' ? { status: 302, headers: { location: '/login' }, body: '' } : answer,
    ),
  },
  {
    name: 'It closes the connection where the credential is wrong',
    ways: {
      send: (answer, asked, response) =>
        answer.status === 401 ? void response.destroy() : HONEST.send(answer, asked, response),
    },
  },
  {
    name: 'It answers what it refuses with 200 and a list of problems',
    ways: answering((answer, reason) => ({
      ...answer,
      status: 200,
      body: JSON.stringify({ errors: [{ message: reason }] }),
    })),
  },
  {
    name: 'It answers what it refuses with 200, a list of words, and no data',
    ways: answering((answer, reason) => ({
      ...answer,
      status: 200,
      body: JSON.stringify({ success: false, errors: [reason], data: null }),
    })),
  },
  {
    name: 'It answers what it refuses with 200, an error, and the identifier that was asked for',
    ways: {
      send(answer, asked, response) {
        const body = JSON.stringify({ error: 'refused', eventId: asked.eventId });
        return HONEST.send(answer.status < 400 ? answer : { ...answer, status: 200, body }, asked, response);
      },
    },
  },
  ...[401, 404, 423, 429].map((status) => ({
    name: `After fifty wrong credentials it answers everything with ${status} for a while`,
    ways: closing(status),
  })),
  {
    name: 'It takes any Basic token that is not empty',
    ways: { isAuthorised: ({ headers }) => /^Basic +\S+$/.test(headers.authorization ?? '') },
  },
  {
    name: 'It takes the scheme in any case',
    ways: {
      isAuthorised: ({ headers }, token) =>
        /^basic /i.test(headers.authorization ?? '') && headers.authorization?.slice(6).trim() === token,
    },
  },
  {
    name: 'It takes a body only as application/json',
    ways: {
      readPatch(asked) {
        if (asked.headers['content-type']?.split(';')[0] !== 'application/json') throw new Refusal('invalid body');
        return HONEST.readPatch(asked);
      },
    },
  },
  {
    name: 'It looks at the body before the credential',
    ways: {
      isAuthorised(asked, token) {
        if (asked.operation === 'update') HONEST.readPatch(asked);
        return HONEST.isAuthorised(asked, token);
      },
    },
  },
];

/** Answers refusals otherwise. */
function answering(change: (answer: Answer, reason: Reason) => Answer): Change {
  return { refuse: (refusal) => change(HONEST.refuse(refusal), refusal.reason) };
}

function coded(statuses: Partial<Record<Reason, number>>): Change {
  return answering((answer, reason) => ({ ...answer, status: statuses[reason] ?? answer.status }));
}

/** Refuses with a status, and after so many wrong credentials everything, the right one included. */
function closing(status: number): Change {
  return () => {
    let [wrong, until] = [0, 0];
    const isLate = new WeakSet<Asked>();
    return {
      isAuthorised(asked, token) {
        if (Date.now() < until) isLate.add(asked);
        const isRight = HONEST.isAuthorised(asked, token);
        if (!isRight && ++wrong % FORGIVEN === 0) until = Date.now() + CLOSED;
        return isRight && !isLate.has(asked);
      },
      send: (answer, asked, response) =>
        HONEST.send(isLate.has(asked) ? { status, headers: {}, body: '' } : answer, asked, response),
      ...coded({ 'no credential': status === 404 ? status : 401 }),
    };
  };
}

const FORGIVEN = 50;

/** In milliseconds. */
const CLOSED = 700;
