import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Change } from '../honest-server';
import type { Fields } from '../museum-data';
import { type Answer, type Asked, HONEST, late } from '../ways';
import type { Variant } from './variant';

/** How successes are answered and sent. */
export const ANSWER_VARIANTS: Variant[] = [
  { name: 'It answers success with 201', ways: succeeding(() => ({ status: 201 })) },
  { name: 'It answers success with 202', ways: succeeding(() => ({ status: 202 })) },
  { name: 'It answers success with 203', ways: succeeding(() => ({ status: 203 })) },
  {
    name: 'It answers the hours with 206',
    ways: succeeding(({ operation }) => ({ status: operation === 'hours' ? 206 : 200 })),
  },
  { name: 'Its JSON has a charset', ways: typed('application/json;charset=utf-8') },
  { name: 'Its JSON is application/hal+json', ways: typed('application/hal+json') },
  { name: 'Its media type is in capitals', ways: typed('Application/JSON; Charset=UTF-8') },
  {
    name: 'Its answers have many further headers',
    ways: headed(() => ({
      'x-total-count': '143',
      link: '</museum-hours?page=2>; rel="next"',
      'access-control-allow-origin': '*',
      'strict-transport-security': 'max-age=31536000',
      'cache-control': 'no-store',
      'ratelimit-limit': '1000',
    })),
  },
  {
    name: 'It sets a session cookie that it never reads',
    ways: headed(() => ({ 'set-cookie': 'session=6f1e; HttpOnly; Path=/' })),
  },
  { name: 'Its JSON is pretty-printed', ways: { serialize: (value) => `\n${JSON.stringify(value, null, 2)}\n` } },
  {
    name: 'Its JSON escapes all that is not ASCII, and slashes',
    ways: {
      serialize: (value) =>
        JSON.stringify(value)
          .replace(/[^ -~]/g, escaped)
          .replaceAll('/', '\\/'),
    },
  },
  {
    name: 'Its JSON writes whole prices with a decimal point',
    ways: { serialize: (value) => JSON.stringify(value).replace(/("price":\d+)(?=[,}])/g, '$1.0') },
  },
  {
    name: 'The fields of an event are in another order each time',
    ways: () => {
      let shown = 0;
      const show = (event: Fields) => {
        const fields = Object.entries(event);
        const cut = ++shown % fields.length;
        return Object.fromEntries([...fields.slice(cut), ...fields.slice(0, cut)]);
      };
      return { showEvent: show, showUpdated: show };
    },
  },
  { name: 'It answers 50 ms late', ways: late(50) },
  { name: 'It compresses its answers', ways: compressing('gzip') },
  { name: 'It compresses its answers, and calls that x-gzip', ways: compressing('x-gzip') },
  {
    name: 'It closes the connection after each answer',
    ways: sending((answer) => ({ ...answer, headers: { ...answer.headers, connection: 'close' } })),
  },
  {
    name: 'It sends its answers in chunks',
    ways: {
      send({ status, headers, body }, _asked, response) {
        response.writeHead(status, headers);
        for (const letters of String(body).match(/.{1,50}/gsu) ?? []) response.write(letters);
        response.end();
      },
    },
  },
  { name: 'It stands under a base path', ways: { basePath: '/api/v1' } },
  { name: 'It answers 304 to those who ask with an entity tag', ways: tagging() },
  { name: 'Every fortieth request is one too many', ways: sparing(40, 429), retries: true },
  { name: 'Every fiftieth request finds it unavailable for a second', ways: sparing(50, 503), retries: true },
];

function succeeding(change: (asked: Asked) => Partial<Answer>): Change {
  return { succeed: (body, asked) => ({ ...HONEST.succeed(body, asked), ...change(asked) }) };
}

function headed(headers: () => Record<string, string>): Change {
  return sending((answer) => ({ ...answer, headers: { ...answer.headers, ...headers() } }));
}

function typed(mediaType: string): Change {
  return succeeding(() => ({ headers: { 'content-type': mediaType } }));
}

/** Sends another answer in place of the one that was found. */
function sending(change: (answer: Answer, asked: Asked) => Answer): Change {
  return { send: (answer, asked, response) => HONEST.send(change(answer, asked), asked, response) };
}

function compressing(encoding: string): Change {
  return sending((answer, { headers }) =>
    /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''))
      ? { ...answer, headers: { ...answer.headers, 'content-encoding': encoding }, body: gzipSync(answer.body) }
      : answer,
  );
}

function tagging(): Change {
  return sending((answer, { headers }) => {
    const etag = `"${createHash('sha256').update(answer.body).digest('hex').slice(0, 16)}"`;
    const tagged = { ...answer, headers: { ...answer.headers, etag } };
    return headers['if-none-match'] === etag ? { ...tagged, status: 304, body: '' } : tagged;
  });
}

/** Refuses every so-manieth request before anything is done, to be tried again in a second. */
function sparing(every: number, status: number): Change {
  return () => {
    let requests = 0;
    const isSpared = new WeakSet<Asked>();
    return {
      isAuthorised(asked, token) {
        if (++requests % every === 0) isSpared.add(asked);
        return !isSpared.has(asked) && HONEST.isAuthorised(asked, token);
      },
      send: (answer, asked, response) =>
        HONEST.send(
          isSpared.has(asked) ? { status, headers: { 'retry-after': '1' }, body: '' } : answer,
          asked,
          response,
        ),
    };
  };
}

function escaped(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
