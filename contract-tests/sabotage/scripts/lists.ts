import { addDays } from '../museum-data';
import type { Script } from '../transcript';
import { hours, pages } from './requests';

/** What shows whether a list stands in order and is cut into pages as it is asked for. */
export function listScripts(today: string): Record<string, Script> {
  const soon = (days: number) => addDays(today, days);
  const from = soon(20);
  const lists: Script = [...pages({ startDate: today, limit: 30 }, 4), hours({}), hours({ startDate: from })];
  return {
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
      hours({ limit: 0 }),
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
  };
}

/** What shows from where on a list has its entries. */
export function boundScripts(today: string): Record<string, Script> {
  const soon = (days: number) => addDays(today, days);
  const from = soon(20);
  const days = Array.from({ length: 8 }, (_, day) => soon(20 + day));
  const bounds: Script = days.flatMap((startDate) => [
    hours({ startDate }),
    hours({ startDate, limit: 3 }),
    hours({ startDate, page: 1 }),
    hours({ startDate, page: 2 }),
  ]);
  const sweep: Script = Array.from({ length: 75 }, (_, day) => hours({ startDate: soon(day), limit: 3 }));
  return {
    'lower-bound': [...bounds, ...sweep, hours({ startDate: soon(5000) })],
    'lower-bound-inclusive': [
      ...bounds,
      ...sweep,
      ...days.map((_, day) => hours({ startDate: soon(199 - day) })),
      ...days.map((_, day) => hours({ startDate: soon(-day) })),
    ],
    'lower-bound-default': [hours({}), hours({ limit: 5 }), hours({ startDate: from }), hours({})],
  };
}
