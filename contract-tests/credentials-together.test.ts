import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { alarmsIn, examineShed, type Shed, TOKEN } from './test-support/tool-shed';

type IsAuthorised = (headers: IncomingHttpHeaders, query: URLSearchParams) => boolean;

const hasKey: IsAuthorised = (headers) => headers['x-key'] === TOKEN;
const hasLogin: IsAuthorised = (headers) => headers.authorization === `Bearer ${TOKEN}`;
const both: IsAuthorised = (headers, query) => hasKey(headers, query) && hasLogin(headers, query);

const RULES = ['credential-required', 'credential-scheme', 'credential-in-header-only'];

function shedWith(security: Shed['security'], isAuthorised: IsAuthorised): Shed {
  const tools = [{ name: 'saw' }, { name: 'axe' }];
  return { fields: { name: { type: 'string' } }, security: security ?? [], tools, ways: { isAuthorised } };
}

describe('of two credentials that have to come together', () => {
  const TOGETHER = [{ key: [], login: [] }];

  test.each<{ rule: string; name: string; ways: IsAuthorised }>([
    { rule: 'credential-required', name: 'the first is enough', ways: hasKey },
    { rule: 'credential-required', name: 'the second is enough', ways: hasLogin },
    {
      rule: 'credential-scheme',
      name: 'the second has any scheme',
      ways: (headers, query) => hasKey(headers, query) && headers.authorization?.endsWith(TOKEN) === true,
    },
    {
      rule: 'credential-in-header-only',
      name: 'the second may stand in the query',
      ways: (headers, query) =>
        hasKey(headers, query) && (hasLogin(headers, query) || query.get('access_token') === TOKEN),
    },
    {
      rule: 'credential-in-header-only',
      name: 'the second may stand in another header',
      ways: (headers, query) =>
        hasKey(headers, query) && (hasLogin(headers, query) || headers['x-auth-token'] === TOKEN),
    },
  ])('$rule sees that $name', async ({ rule, ways }) => {
    const { outcomes } = await examineShed(shedWith(TOGETHER, ways), rule);
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['violated', 'violated']);
  });

  test('no alarm is raised where both are wanted', async () => {
    const examined = await examineShed(shedWith(TOGETHER, both));
    expect(alarmsIn(examined)).toEqual([]);
    expect(examined.outcomes.map(({ rule }) => rule)).toEqual(expect.arrayContaining(RULES));
  });

  test('the sentence names both', async () => {
    const { outcomes } = await examineShed(shedWith(TOGETHER, both), 'credential-required');
    expect(outcomes[0]?.statement).toBe(
      'Without the header X-Key or without the header Authorization nothing is served.',
    );
  });

  test.each<[string, Shed['security'], IsAuthorised]>([
    ['one of them is an alternative to both', [...TOGETHER, { key: [] }], hasKey],
    ['either is enough', [{ key: [] }, { login: [] }], (...asked) => hasKey(...asked) || hasLogin(...asked)],
  ])('no alarm is raised where %s', async (_name, security, ways) => {
    expect(alarmsIn(await examineShed(shedWith(security, ways)))).toEqual([]);
  });
});

test('a key that is taken in Authorization too violates what it says of the header', async () => {
  const isAuthorised: IsAuthorised = ({ 'x-key': key, authorization = '' }) =>
    key === TOKEN || authorization.endsWith(TOKEN);
  const { outcomes } = await examineShed(shedWith([{ key: [] }], isAuthorised), 'credential-in-header-only');
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(['violated', 'violated']);
});

test('a key that is taken beside a login, each alone, raises no alarm', async () => {
  const isAuthorised: IsAuthorised = ({ 'x-key': key, authorization = '' }) =>
    key === TOKEN || authorization.endsWith(TOKEN);
  const either = shedWith([{ key: [] }, { login: [] }], isAuthorised);
  expect(alarmsIn(await examineShed(either, 'credential-in-header-only'))).toEqual([]);
});
