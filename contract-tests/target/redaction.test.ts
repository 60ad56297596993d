import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createRedaction } from './redaction';
import { secretsIn } from './target';

/** Each as AUTH_TOKEN could be. */
const TOKENS = ['bXVzZXVtOmRvY2VudA==', 'a+b/c=%"\\&<d>', "it's~!*()", 'abc', 'x', 'ünïcödé-tökén', '0123456789'];

const ENCODINGS: Record<string, (token: string) => string> = {
  'as it is': (token) => token,
  'as base64': (token) => Buffer.from(token).toString('base64'),
  'as base64 for URLs': (token) => Buffer.from(token).toString('base64url'),
  'decoded from base64': (token) => Buffer.from(token, 'base64').toString('utf8'),
  'in a URL': encodeURIComponent,
  'in a URL, in lower case': (token) => encodeURIComponent(token).replace(/%../g, (code) => code.toLowerCase()),
  'in a URL in a URL': (token) => encodeURIComponent(encodeURIComponent(token)),
  'in JSON': (token) => JSON.stringify(token).slice(1, -1),
  'in JSON in JSON': (token) => JSON.stringify(JSON.stringify(token)).slice(3, -3),
  'in JSON, escaped whole': (token) =>
    token.replace(/[\s\S]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'in HTML': (token) => token.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`),
  'in HTML, by names': (token) =>
    token.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  'in hexadecimal': (token) => Buffer.from(token).toString('hex'),
  'in hexadecimal, in upper case': (token) => Buffer.from(token).toString('hex').toUpperCase(),
  'in hexadecimal, as bytes': (token) =>
    Buffer.from(token)
      .toString('hex')
      .replace(/..(?=.)/g, '$& '),
  'in hexadecimal, escaped': (token) => Buffer.from(token).toString('hex').replace(/../g, '\\x$&'),
  'in hexadecimal, with its scheme': (token) => Buffer.from(`Bearer ${token}`).toString('hex'),
  'as base64, with its scheme': (token) => Buffer.from(`Bearer ${token}`).toString('base64'),
  'as base64 for URLs, amid a text': (token) => Buffer.from(`of ${token}, sent`).toString('base64url'),
  'in a shell command': (token) => token.replace(/[\\"$`]/g, '\\$&'),
};

describe.each(TOKENS)('the token %s', (token) => {
  test.each(Object.entries(ENCODINGS))('appears in no text %s', (name, encode) => {
    const sent = encode(token);
    // What is no base64 cannot be decoded, of a short token few letters of a longer base64 tell, and of "x" the base64 and the hexadecimal are two letters that stand anywhere.
    if (name === 'decoded from base64' && !/^bXV/.test(token)) return;
    if (name === 'in hexadecimal, with its scheme' && token === 'x') return;
    if (/^as base64.*(scheme|amid)/.test(name) && token.length < 6) return;
    const text = createRedaction(token)(`{"echo": "${sent}", "more": 1}`);
    expect(text).toContain('[credential]');
    expect(text).not.toContain(`"${sent}"`);
  });
});

/** Ways to write a letter. */
const LETTERS: ((letter: string) => string)[] = [
  (letter) => letter,
  (letter) => `\\${letter}`,
  (letter) => Buffer.from(letter).toString('hex').replace(/../g, '%$&'),
  (letter) => Buffer.from(letter).toString('hex').toUpperCase().replace(/../g, '%2525$&'),
  (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  (letter) => `&#${letter.charCodeAt(0)};`,
  (letter) => `&amp;#x${letter.charCodeAt(0).toString(16)};`,
];

test.each(TOKENS)('the token %s appears in no text, however each of its letters is written', (token) => {
  const redact = createRedaction(token);
  const written = fc
    .array(fc.constantFrom(...LETTERS), { minLength: token.length, maxLength: token.length })
    .map((ways) => [...token.replace(/=+$/, '')].map((letter, index) => ways[index]?.(letter)).join(''));
  fc.assert(
    fc.property(written, (text) => {
      expect(redact(`echo <${text}>, and no more`)).toMatch(/^echo <\\?\[credential\]\\?>, and no more$/);
    }),
    { numRuns: 300 },
  );
});

describe('a redaction', () => {
  test('replaces the password that stands in the credential', () => {
    expect(createRedaction('bXVzZXVtOmRvY2VudA==')('user museum, password docent')).toBe(
      'user museum, password [credential]',
    );
  });

  test('replaces the password that stands in the credential in hexadecimal', () => {
    const password = Buffer.from('docent').toString('hex');
    expect(createRedaction('bXVzZXVtOmRvY2VudA==')(`password ${password}`)).toBe('password [credential]');
  });

  test('replaces a token of which the end was cut off', () => {
    expect(createRedaction('bXVzZXVtOmRvY2VudA==')('Basic bXVzZXVtOm… (900 characters)')).toBe(
      'Basic [credential]… (900 characters)',
    );
    expect(createRedaction('bXVzZXVtOmRvY2VudA==')('4261736963206258567a5… (900 characters)')).toBe(
      '426173696320[credential]… (900 characters)',
    );
  });

  test('replaces a short token only where it is a word', () => {
    expect(createRedaction('x')('x-ray of xenon: "x"')).toBe('[credential]-ray of xenon: "[credential]"');
  });

  test('leaves a text alone where there is no token', () => {
    expect(createRedaction('')('nothing')).toBe('nothing');
  });

  test('knows which headers are secret, and their parts', () => {
    const headers = {
      Cookie: 'id=s3cret; seen=1',
      'X-Api-Key': 'k3y',
      'X-Access-Token': 'Bearer t0ken',
      'X-Trace': 'open',
    };
    expect(secretsIn(headers)).toEqual(expect.arrayContaining(['s3cret', 'k3y', 't0ken']));
    expect(secretsIn(headers)).not.toContain('open');
  });
});
