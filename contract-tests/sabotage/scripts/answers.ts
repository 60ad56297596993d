import { addDays } from '../museum-data';
import { patch, type Script } from '../transcript';
import { hours, pages, readOf } from './requests';

/** What shows whether answers have the documented form. */
export function answerScripts(eventIds: string[], today: string): Record<string, Script> {
  const [, second = ''] = eventIds;
  const soon = (days: number) => addDays(today, days);
  const bodies: Script = [
    hours({}),
    hours({ limit: 1 }),
    hours({ limit: 30 }),
    ...pages({ limit: 30 }, 2),
    hours({ startDate: soon(5000) }),
    ...eventIds.map(readOf),
    patch(second, { price: 14.75 }),
    readOf(second),
  ];
  return {
    'json-body': bodies,
    'body-shape': bodies,
    'fields-conform': [...bodies, ...pages({ limit: 30 }, 5), hours({ startDate: soon(-20) })],
  };
}
