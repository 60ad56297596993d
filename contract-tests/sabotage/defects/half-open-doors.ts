import type { Change } from '../honest-server';
import { localDate, TOKEN } from '../museum-data';
import { type Asked, HONEST } from '../ways';
import type { Defect } from './defect';

/** Whom a server lets in a little. */
export const HALF_OPEN_DEFECTS: Defect[] = [
  {
    name: 'It answers a read without a credential with 401 and the event',
    rule: 'credential-required',
    ways: {
      isAuthorised: (asked, token) => asked.operation === 'read' || HONEST.isAuthorised(asked, token),
      succeed: (body, asked) => ({
        ...HONEST.succeed(body, asked),
        ...(!HONEST.isAuthorised(asked, TOKEN) && { status: 401 }),
      }),
    },
    also: ['credential-scheme', 'credential-in-header-only'],
  },
  {
    name: 'It answers the hours with 403 and the entries where the scheme is wrong',
    rule: 'credential-scheme',
    ways: {
      isAuthorised: (asked, token) =>
        HONEST.isAuthorised(asked, token) ||
        (asked.operation === 'hours' && /^Bearer /.test(asked.headers.authorization ?? '')),
      succeed: (body, asked) => ({
        ...HONEST.succeed(body, asked),
        ...(!HONEST.isAuthorised(asked, TOKEN) && { status: 403 }),
      }),
    },
  },
  {
    name: 'It serves whoever sends the header with nothing in it',
    rule: 'credential-required',
    ways: {
      isAuthorised: (asked, token) => HONEST.isAuthorised(asked, token) || asked.headers.authorization === '',
    },
  },
  {
    name: 'It serves the third page and those after it without a credential',
    rule: 'credential-required',
    ways: openTo(({ query }) => Number(query.get('page')) >= 3),
  },
  {
    name: 'It serves pages with a number of two digits without a credential',
    rule: 'credential-required',
    ways: openTo(({ query }) => Number(query.get('page')) >= 10),
  },
  {
    name: 'It makes an update of two fields or more without a credential',
    rule: 'credential-required',
    ways: openTo(({ operation, body }) => operation === 'update' && /":.*,"/.test(body.replace(/\[.*\]/, ''))),
  },
  {
    name: 'It answers an empty update without a credential',
    rule: 'credential-required',
    ways: openTo(({ operation, body }) => operation === 'update' && body === '{}'),
  },
  {
    name: 'It serves hours that have passed without a credential',
    rule: 'credential-required',
    ways: openTo(({ query }) => (query.get('startDate') ?? '9') < localDate()),
  },
  ...['location', 'eventDescription', 'dates', 'price'].map((field) => ({
    name: `It makes an update of the ${field} alone without a credential`,
    rule: 'credential-required',
    ways: openTo(({ operation, body }) => operation === 'update' && body.startsWith(`{"${field}":`)),
  })),
];

/** Serves some requests to whoever sends no credential. */
function openTo(isOpen: (asked: Asked) => boolean): Change {
  return {
    isAuthorised: (asked, token) =>
      HONEST.isAuthorised(asked, token) || (asked.headers.authorization === undefined && isOpen(asked)),
  };
}
