import { patch, type Request, type Script, withoutCredential } from '../transcript';
import { hours, readOf } from './requests';

/** What shows who is served, and by which credential. */
export function credentialScripts([eventId = '', other = '']: string[]): Record<string, Script> {
  const token = 'bXVzZXVtOmRvY2VudA==';
  const operations = (query = '', headers: Record<string, string> = {}): Request[] =>
    [hours({}), hours({ page: 2 }), ...[eventId, other].flatMap((id) => [readOf(id), patch(id, { price: 66.5 })])].map(
      (request) => ({
        ...request,
        path: query === '' ? request.path : `${request.path}${request.path.includes('?') ? '&' : '?'}${query}`,
        headers: { authorization: '', ...headers },
      }),
    );
  const basic = encodeURIComponent(`Basic ${token}`);
  return {
    'credential-required': [
      ...operations('startDate=2027-01-01'),
      ...operations('startDate=2027-01-01&limit=1'),
      ...operations('', { cookie: 'visit=k3' }),
      ...operations('', { authorization: 'Basic' }),
      ...operations('', { authorization: ' ' }),
      ...operations(),
      readOf(eventId),
      ...operations(),
      ...withoutCredential(
        hours({ page: 3 }),
        hours({ page: 10, limit: 1 }),
        hours({ startDate: '2020-01-01' }),
        ...[{ location: 'Roof' }, { eventDescription: 'Dark.' }, { dates: [] }, { name: 'Roof', price: 5 }, {}].map(
          (fields) => patch(eventId, fields),
        ),
      ),
    ],
    'credential-scheme': [
      ...operations('', { authorization: `Bearer ${token}` }),
      ...operations('', { authorization: token }),
      ...operations('', { authorization: `Basicx ${token}` }),
      readOf(eventId),
    ],
    'refused-credential-changes-nothing': [
      patch(eventId, { price: 44.5 }),
      ...operations('', { authorization: 'Basic d3Jvbmc=' }),
      readOf(eventId),
    ],
    'credential-in-header-only': [
      ...operations(`token=${encodeURIComponent(token)}`),
      ...['access_token', 'key', 'apikey', 'auth_token'].flatMap((name) =>
        operations(`${name}=${encodeURIComponent(token)}`),
      ),
      ...operations('', { authentication: token, 'api-key': token }),
      ...operations(`Authorization=${basic}`),
      ...operations('', { cookie: `token=${token}` }),
      ...operations('', { cookie: `session=${token}` }),
      ...operations('', { 'x-api-key': token }),
      ...operations('', { 'proxy-authorization': `Basic ${token}` }),
      ...operations('', { cookie: `Authorization=${basic}` }),
    ],
  };
}
