import { TOKEN } from '../museum-data';
import { type Asked, HONEST, Refusal, type Ways } from '../ways';
import { serving } from './bends';
import type { Defect } from './defect';

/** Who is served. */
export const CREDENTIAL_DEFECTS: Defect[] = [
  {
    name: 'It serves the hours without a credential',
    rule: 'credential-required',
    ways: serving(({ operation, headers }) => operation === 'hours' && headers.authorization === undefined),
  },
  {
    name: 'It serves events without a credential',
    rule: 'credential-required',
    ways: serving(({ operation, headers }) => operation === 'read' && headers.authorization === undefined),
  },
  {
    name: 'Without a credential it shows everything in a wrapper',
    rule: 'credential-required',
    ways: showingAll((value) => JSON.stringify({ notice: 'Please log in.', preview: value })),
  },
  {
    name: 'Without a credential it shows everything as lines of text',
    rule: 'credential-required',
    ways: showingAll((value) => JSON.stringify(value).replace(/[[\]{}]/g, '\n')),
  },
  {
    name: 'It updates events without a credential',
    rule: 'credential-required',
    ways: serving(({ operation, headers }) => operation === 'update' && headers.authorization === undefined),
  },
  {
    name: 'It serves the second page without a credential',
    rule: 'credential-required',
    ways: serving(({ query, headers }) => query.has('page') && headers.authorization === undefined),
  },
  {
    name: 'Having served a caller once, it serves that connection without a credential',
    rule: 'credential-required',
    ways: () => {
      const known = new Set<string>();
      return {
        isAuthorised(asked, token) {
          if (HONEST.isAuthorised(asked, token)) known.add(asked.connection);
          return HONEST.isAuthorised(asked, token) || (nothingSent(asked) && known.has(asked.connection));
        },
      };
    },
  },
  {
    name: 'For a second after a credential was right, it serves everybody',
    rule: 'credential-required',
    ways: () => {
      let until = 0;
      return {
        isAuthorised(asked, token) {
          if (HONEST.isAuthorised(asked, token)) until = Date.now() + 1000;
          return HONEST.isAuthorised(asked, token) || (nothingSent(asked) && Date.now() < until);
        },
      };
    },
  },
  {
    name: 'It serves an event without a credential once it has been read with one',
    rule: 'credential-required',
    ways: () => {
      const cached = new Set<string>();
      return {
        isAuthorised(asked, token) {
          const isAuthorised = HONEST.isAuthorised(asked, token);
          if (isAuthorised && asked.operation === 'read') cached.add(asked.eventId);
          return isAuthorised || (nothingSent(asked) && asked.operation === 'read' && cached.has(asked.eventId));
        },
      };
    },
  },
  {
    name: 'It refuses an update without a credential, but makes it',
    rule: 'credential-required',
    ways: {
      isAuthorised: (asked, token) => asked.operation === 'update' || HONEST.isAuthorised(asked, token),
      async update(store, eventId, patch, asked) {
        const updated = await HONEST.update.call(this, store, eventId, patch, asked);
        if (!HONEST.isAuthorised(asked, TOKEN)) throw new Refusal('no credential');
        return updated;
      },
    },
    also: ['credential-scheme', 'credential-in-header-only'],
  },

  {
    name: 'It serves a single entry with a start date without a credential',
    rule: 'credential-required',
    ways: {
      isAuthorised: (asked, token) =>
        HONEST.isAuthorised(asked, token) || (asked.query.has('startDate') && asked.query.get('limit') === '1'),
    },
  },
  {
    name: 'It serves whoever brings the cookie that it has set',
    rule: 'credential-required',
    ways: {
      isAuthorised: (asked, token) =>
        HONEST.isAuthorised(asked, token) || cookieOf(asked.headers.cookie, 'visit') === 'k3',
      succeed(body, asked) {
        const { headers, ...answer } = HONEST.succeed(body, asked);
        return { ...answer, headers: { ...headers, 'set-cookie': 'visit=k3; Path=/; HttpOnly' } };
      },
    },
  },
  {
    name: 'It serves the credential in Proxy-Authorization',
    rule: 'credential-in-header-only',
    ways: {
      isAuthorised: (asked, token) =>
        HONEST.isAuthorised(asked, token) || asked.headers['proxy-authorization'] === `Basic ${token}`,
    },
  },
  {
    name: 'It serves the token with the scheme Bearer',
    rule: 'credential-scheme',
    ways: serving(({ headers }, token) => headers.authorization === `Bearer ${token}`),
  },
  {
    name: 'It serves the token with any scheme',
    rule: 'credential-scheme',
    ways: serving(({ headers }, token) => headers.authorization?.split(' ')[1] === token),
  },
  {
    name: 'It updates events for the token with the scheme Bearer',
    rule: 'credential-scheme',
    ways: serving(
      ({ operation, headers }, token) => operation === 'update' && headers.authorization === `Bearer ${token}`,
    ),
  },
  {
    name: 'It serves the hours for any Bearer',
    rule: 'credential-scheme',
    ways: serving(({ operation, headers }) => operation === 'hours' && /^Bearer /.test(headers.authorization ?? '')),
  },

  {
    name: 'It serves the token with any scheme that begins with Basic',
    rule: 'credential-scheme',
    ways: serving(
      ({ headers }, token) =>
        /^Basic\w* /.test(headers.authorization ?? '') && headers.authorization?.split(' ')[1] === token,
    ),
  },
  ...['key', 'apikey', 'auth_token'].map((name) => ({
    name: `It serves the token in the query parameter ${name}`,
    rule: 'credential-in-header-only',
    ways: serving(({ query }, token) => query.get(name) === token),
  })),
  ...['authentication', 'api-key'].map((name) => ({
    name: `It serves the token in the header ${name}`,
    rule: 'credential-in-header-only',
    ways: serving(({ headers }, token) => headers[name] === token),
  })),
  {
    name: 'It serves the token in the query parameter token',
    rule: 'credential-in-header-only',
    ways: serving(({ query }, token) => query.get('token') === token),
  },
  {
    name: 'It serves the token in the query parameter access_token',
    rule: 'credential-in-header-only',
    ways: serving(({ query }, token) => query.get('access_token') === token),
  },
  {
    name: 'It serves the whole credential in the query parameter Authorization',
    rule: 'credential-in-header-only',
    ways: serving(({ query }, token) => query.get('Authorization') === `Basic ${token}`),
  },
  {
    name: 'It serves the token in the query of an update',
    rule: 'credential-in-header-only',
    ways: serving(({ operation, query }, token) => operation === 'update' && query.get('token') === token),
  },
  {
    name: 'It serves the token in a cookie',
    rule: 'credential-in-header-only',
    ways: serving(({ headers }, token) => cookieOf(headers.cookie, 'token') === token),
  },
  {
    name: 'It serves the whole credential in the cookie Authorization',
    rule: 'credential-in-header-only',
    ways: serving(({ headers }, token) => cookieOf(headers.cookie, 'authorization') === `Basic ${token}`),
  },
];

function nothingSent({ headers }: Asked): boolean {
  return headers.authorization === undefined;
}

/** A cookie's value, whatever the case of its name, percent-decoded. */
function cookieOf(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? '').split(/; */).map((pair) => pair.split(/=(.*)/s));
  const value = pairs.find(([key]) => key?.toLowerCase() === name)?.[1];
  return value === undefined ? undefined : decodeURIComponent(value.replace(/^"|"$/g, ''));
}

/** Serves reads without a credential, but not as JSON of the documented shape. */
function showingAll(text: (value: unknown) => string): Partial<Ways> {
  const isUnknown = ({ operation, headers }: Asked) => operation !== 'update' && headers.authorization === undefined;
  return {
    isAuthorised: (asked, token) => isUnknown(asked) || HONEST.isAuthorised(asked, token),
    serialize: (value, asked) => (isUnknown(asked) ? text(value) : HONEST.serialize(value, asked)),
  };
}
