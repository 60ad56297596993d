import type { Change } from '../../honest-server';
import { type Fields, TOKEN } from '../../museum-data';
import { HONEST, Refusal, readQuery } from '../../ways';
import { serving } from '../bends';
import type { Defect } from '../defect';

/** What goes wrong only with certain credentials. */
export const SUBTLE_CREDENTIAL_DEFECTS: Defect[] = [
  {
    name: 'It serves the scheme alone, without a token',
    rule: 'credential-required',
    ways: serving(({ headers }) => /^Basic *$/.test(headers.authorization ?? '')),
  },
  {
    name: 'It serves a list with a start date to everybody',
    rule: 'credential-required',
    ways: serving(({ query, headers }) => query.has('startDate') && headers.authorization === undefined),
  },
  {
    name: 'It serves the bare token in the header',
    rule: 'credential-scheme',
    ways: serving(({ headers }, token) => headers.authorization === token),
  },
  {
    name: 'It refuses unknown parameters, but serves the token in the parameter token',
    rule: 'credential-in-header-only',
    ways: {
      isAuthorised: (asked, token) => HONEST.isAuthorised(asked, token) || asked.query.get('token') === token,
      readQuery(sent, today) {
        if ([...sent.keys()].some((name) => !['startDate', 'page', 'limit', 'token'].includes(name))) {
          throw new Refusal('invalid query');
        }
        return readQuery(sent, today);
      },
    },
  },
  {
    name: 'It serves the token in the header X-API-Key',
    rule: 'credential-in-header-only',
    ways: serving(({ headers }, token) => headers['x-api-key'] === token),
  },
  {
    name: 'It updates events for a token in the cookie session',
    rule: 'credential-in-header-only',
    ways: serving(
      ({ operation, headers }, token) =>
        operation === 'update' && decodeURIComponent(headers.cookie ?? '').includes(`session=${token}`),
    ),
  },
  {
    name: 'It refuses an update with a wrong token, but makes it',
    rule: 'refused-credential-changes-nothing',
    ways: makingRefused(() => true),
  },
  {
    name: 'It refuses a new price with a wrong token, but stores it',
    rule: 'refused-credential-changes-nothing',
    ways: makingRefused((patch) => 'price' in patch),
  },
];

/** Makes some updates of callers whose token is wrong before it refuses them. */
function makingRefused(isMade: (patch: Fields) => boolean): Change {
  return {
    isAuthorised: (asked, token) =>
      HONEST.isAuthorised(asked, token) ||
      (asked.operation === 'update' && /^Basic ./.test(asked.headers.authorization ?? '')),
    async update(store, eventId, patch, asked) {
      if (HONEST.isAuthorised(asked, TOKEN)) return HONEST.update.call(this, store, eventId, patch, asked);
      if (isMade(patch)) await HONEST.update.call(this, store, eventId, patch, asked);
      throw new Refusal('no credential');
    },
  };
}
