import { addDays } from './museum-data';
import { get, patch, type Request, type Script, withoutCredential } from './transcript';

/** For each rule, requests in whose answers a breach of it shows. */
export function scriptsFor(eventIds: string[], today: string): Record<string, Script> {
  const [first = '', second = '', third = ''] = eventIds;
  const events = eventIds.map(readOf);
  const soon = (days: number) => addDays(today, days);
  const days = Array.from({ length: 8 }, (_, day) => soon(20 + day));
  const [from = today] = days;
  const bodies: Script = [
    hours({}),
    hours({ limit: 1 }),
    hours({ limit: 30 }),
    ...pages({ limit: 30 }, 2),
    hours({ startDate: soon(5000) }),
    ...events,
    patch(second, { price: 14.75 }),
    readOf(second),
  ];
  const lists: Script = [...pages({ startDate: today, limit: 30 }, 4), hours({}), hours({ startDate: from })];
  const bounds: Script = days.flatMap((startDate) => [
    hours({ startDate }),
    hours({ startDate, limit: 3 }),
    hours({ startDate, page: 1 }),
    hours({ startDate, page: 2 }),
  ]);
  const sweep: Script = Array.from({ length: 75 }, (_, day) => hours({ startDate: soon(day), limit: 3 }));
  const year = Array.from({ length: 52 }, (_, week) => soon(11 * week));
  const values = [
    { price: 0 },
    { price: 9.99 },
    { name: 'Sky Tales', location: 'Roof' },
    { eventDescription: '' },
    { eventDescription: `${'A long story. '.repeat(40)}` },
    { name: 'Ночь в музее' },
    { dates: [soon(50)] },
    { name: `Jo's "3 < 4 & <i>more</i>" C:\\new 2+2 50%25 é`, price: 0.29 },
    { name: 'null', location: '1200' },
    { name: 'Sand -- and glass', location: '2027-05-06', eventDescription: '2e2' },
    { eventDescription: 'A longer story. '.repeat(90) },
    { dates: year },
    { dates: year.toReversed() },
    { name: 'sky tales', price: 5.05 },
    { name: 'SKY TALES', price: 5.5 },
    { name: '0' },
    { name: '007' },
    { name: '“Jo’s” 20 m² 👩‍🚀' },
    { name: 'Tale #1', price: 12_000.5 },
    { name: 'Lantern Evening in the Clock Gallery' },
    { eventDescription: 'One line,  and\nanother.', dates: [soon(-9), soon(9)] },
  ];
  const updates: Script = [...values.flatMap((fields) => [patch(second, fields), readOf(second), readOf(second)])];
  const overlaps: Script = [
    [patch(third, { name: 'Clay' }), patch(third, { location: 'Yard' })],
    readOf(third),
    [readOf(third), patch(third, { price: 3.5 })],
    readOf(third),
    readOf(third),
  ];
  const single = [
    { name: 'Sky Tales' },
    { location: 'Roof' },
    { eventDescription: 'Brief.' },
    { dates: [soon(50)] },
    { price: 7.5 },
  ];
  const credentials = credentialScripts(first, second);
  return {
    'json-body': bodies,
    'body-shape': bodies,
    'fields-conform': [...bodies, ...pages({ limit: 30 }, 5), hours({ startDate: soon(-20) })],
    'parameters-optional': [
      hours({}),
      hours({ startDate: from }),
      hours({ page: 1 }),
      hours({ limit: 5 }),
      hours({ startDate: from, limit: 5 }),
      hours({ page: 1, limit: 5 }),
    ],
    order: lists,
    'unique-entries': lists,
    'page-size': [
      ...[1, 3, 7, 12].flatMap((limit) => pages({ startDate: from, limit }, 2)),
      hours({ startDate: from, limit: 4 }),
      [hours({ limit: 3 }), hours({ limit: 8 })],
    ],
    'page-size-default': [
      hours({ startDate: from, page: 2 }),
      hours({}),
      hours({ page: 2 }),
      hours({ startDate: from }),
      hours({ limit: 25 }),
      hours({}),
    ],
    'page-size-maximum': [
      hours({ limit: 50, page: 2 }),
      ...[30, 31, 100, 1000].flatMap((limit) => [hours({ limit }), hours({ startDate: today, limit })]),
    ],
    'parameters-together': [2, 3].flatMap((page) => [
      hours({ startDate: from, page, limit: 4 }),
      hours({ startDate: from, page }),
      hours({ page, limit: 4 }),
      hours({ limit: 4, page, startDate: from }),
    ]),
    'page-number-default': [
      hours({}),
      hours({ startDate: from }),
      hours({ page: 1 }),
      hours({ limit: 3 }),
      hours({ page: 2 }),
      hours({}),
    ],
    'pages-join': [
      ...pages({ limit: 10 }, 16),
      ...[20, 25].flatMap((limit) => pages({ limit }, 3)),
      ...pages({ startDate: soon(-20), limit: 5 }, 2),
      ...pages({ startDate: from, limit: 4 }, 4),
      ...pages({ startDate: from, limit: 3 }, 4),
      ...pages({ startDate: from, limit: 30 }, 6),
      ...pages({}, 3),
      ...pages({ startDate: from, limit: 4 }, 2),
    ],
    'lower-bound': [...bounds, ...sweep, hours({ startDate: soon(5000) })],
    'lower-bound-inclusive': [
      ...bounds,
      ...sweep,
      ...days.map((_, day) => hours({ startDate: soon(199 - day) })),
      ...days.map((_, day) => hours({ startDate: soon(-day) })),
    ],
    'lower-bound-default': [hours({}), hours({ limit: 5 }), hours({ startDate: from }), hours({})],
    'identifier-matches': [...events, ...events, events, patch(first, { name: 'Lanterns' }), ...events.toReversed()],
    'identifier-kept': [
      patch(first, { name: 'Lanterns' }),
      patch(second, { price: 7.5 }),
      patch(second, { price: 8.5 }),
      patch(third, { eventId: first, price: 1.5 }),
      readOf(first),
      readOf(third),
    ],
    'sent-fields-returned': updates,
    'sent-fields-stored': [...updates, ...overlaps],
    'unsent-fields-kept': [
      ...[{ price: 0 }, { eventDescription: '' }, { dates: [] }].map((fields) => patch(third, fields)),
      patch(third, { name: 'Clay' }),
      ...single.flatMap((fields) => [patch(second, fields), readOf(second)]),
      patch(first, { price: 99.5 }),
      readOf(first),
      ...single.flatMap((fields) => [patch(third, fields), readOf(third)]),
      ...[{}, { price: 6.5, colour: 'blue' }].flatMap((fields) => [patch(third, fields), readOf(third)]),
    ],
    'update-repeatable': single.flatMap((fields) => [patch(second, fields), patch(second, fields), readOf(second)]),
    'field-combinations': single.flatMap((fields, index) => [
      patch(second, { eventDescription: `Part ${index}.`, dates: [soon(60 + index)] }),
      ...single.slice(index + 1).flatMap((more) => [patch(second, { ...fields, ...more }), readOf(second)]),
      patch(second, {
        price: 30 + index,
        dates: [soon(90 + index)],
        location: `Cellar ${index}`,
        name: `Tale ${index}`,
      }),
      readOf(second),
    ]),
    'update-sequences': [...single, { price: 1.5 }, { price: 2.5 }, { price: 3.5 }, { price: 4.5 }].flatMap(
      (fields) => [patch(first, fields), readOf(first)],
    ),
    'updates-at-once': [
      ...overlaps,
      [patch(first, { price: 3.5 }), patch(second, { price: 4.5 })],
      readOf(first),
      readOf(second),
      hours({}),
      readOf(first),
      patch(first, { price: 5.5 }),
      readOf('00000000-0000-4000-8000-000000000000'),
      readOf(first),
    ],
    'whole-entry-returned': [first, second].flatMap((eventId) =>
      single.flatMap((fields) => [patch(eventId, fields), readOf(eventId)]),
    ),
    'arrays-replaced': [
      [soon(80), soon(81), soon(82)],
      [soon(90)],
      [soon(95), soon(91), soon(93), soon(91), soon(94)],
      [],
      ['2028-02-29'],
      year,
    ].flatMap((dates) => [patch(second, { dates }), readOf(second)]),
    'fields-optional': single.map((fields) => patch(second, fields)),
    'other-entries-untouched': single.flatMap((fields) => [
      patch(first, fields),
      ...events,
      patch(second, fields),
      ...events,
    ]),
    ...credentials,
  };
}

/** Requests about which the documentation says nothing; more than fifty, so that a server can tire of them. */
export function silentScript(eventIds: string[], today: string): Script {
  const [first = '', second = ''] = eventIds;
  const values = [
    { name: ' ' },
    { name: 'Ночь' },
    { name: 'Room 5' },
    { name: '<b>"5%"</b>' },
    { eventDescription: 'No full stop' },
    { name: 'a'.repeat(250) },
    { location: null },
    { colour: 'blue' },
    { eventId: first },
    { dates: [] },
    { dates: [addDays(today, -9)] },
    { dates: [5, 6, 7, 8, 9, 10].map((days) => addDays(today, days)) },
    { dates: [addDays(today, 9), addDays(today, 8)] },
    { price: -1 },
    { price: 0 },
    { price: 0.1 },
    { price: 1.2345 },
    { price: 1.2345 },
    { dates: Array.from({ length: 7 }, (_, day) => addDays(today, 50 + 10 * day)) },
    { price: 5000 },
    { price: 'free' },
  ];
  return [
    hours({}),
    ...pages({ limit: 30 }, 6),
    ...[0, 31, 'abc'].map((limit) => hours({ limit })),
    hours({ page: 999 }),
    ...[-3, -30, 5, 50, 400, 500].map((day) => hours({ startDate: addDays(today, day), limit: 2 })),
    hours({ startDate: `${today}T00:00:00Z` }),
    hours({ colour: 'blue' }),
    get('/museum-hours?page=1&page=2'),
    ...eventIds.map(readOf),
    readOf(first.toUpperCase()),
    readOf('00000000-0000-4000-8000-000000000000'),
    readOf('12'),
    ...[first, second].map((eventId) =>
      patch(eventId, { name: 'Alike', location: 'Roof', dates: [addDays(today, 50)] }),
    ),
    patch(first, {}),
    patch(first, []),
    patch(first, '{'),
    patch(first, { price: 1.5 }, { 'content-type': 'text/plain' }),
    ...values.map((fields) => patch(second, fields)),
    ...withoutCredential(
      hours({}),
      patch(first, '{'),
      { ...hours({}), headers: { authorization: 'Basic c29tZW9uZQ==' } },
      { ...hours({}), headers: { authorization: 'basic bXVzZXVtOmRvY2VudA==' } },
    ),
  ];
}

function credentialScripts(eventId: string, other: string): Record<string, Script> {
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
        hours({ startDate: '2020-01-01' }),
        ...[{ location: 'Roof' }, { eventDescription: 'Dark.' }, { dates: [] }].map((fields) => patch(eventId, fields)),
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

function hours(parameters: Record<string, string | number>): Request {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
  return get(`/museum-hours${query.size > 0 ? '?' : ''}${query}`);
}

function pages(parameters: Record<string, string | number>, count: number): Request[] {
  return Array.from({ length: count }, (_, index) => hours({ ...parameters, page: index + 1 }));
}

function readOf(eventId: string): Request {
  return get(`/special-events/${eventId}`);
}
