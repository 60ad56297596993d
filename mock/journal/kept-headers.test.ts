import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { asSent, LatestHeaders } from './kept-headers';

describe('Kept headers', () => {
  test('are what was sent, whatever was sent before, and in whatever session', () => {
    const text = fc.constantFrom('Host', 'a', 'b', 'X-Docent-Session', '');
    const request = fc.record({
      sent: fc.array(text, { maxLength: 4 }),
      session: fc.constantFrom('a', 'b', 'Host', undefined),
    });
    const property = fc.property(fc.array(request, { maxLength: 40 }), (requests) => {
      const latest = new LatestHeaders();
      const kept = requests.map(({ sent, session }) => latest.keep(sent, session));
      const read = kept.map((each, index) => asSent(each, requests[index]?.session));
      expect(read).toEqual(requests.map(({ sent }) => sent));
    });
    fc.assert(property, { numRuns: 300, seed: 20_270_301 });
  });

  test('are shared by requests that differ in nothing but the name of their session', () => {
    const latest = new LatestHeaders();
    const from = (session: string, agent = 'x') =>
      latest.keep(['Host', 'x', 'X-Docent-Session', session, 'User-Agent', agent], session);
    expect(from('b')).toBe(from('a'));
    expect(from('a', 'other')).not.toBe(from('a'));
  });

  test('are shared only with some of the latest, so that they do not add up', () => {
    const latest = new LatestHeaders();
    const first = latest.keep(['Host', '0'], undefined);
    for (let number = 1; number <= 7; number += 1) latest.keep(['Host', String(number)], undefined);
    expect(latest.keep(['Host', '0'], undefined)).toBe(first);
    latest.keep(['Host', '8'], undefined);
    expect(latest.keep(['Host', '0'], undefined)).not.toBe(first);
  });
});
