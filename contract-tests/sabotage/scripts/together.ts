import { addDays } from '../museum-data';
import { patch, type Script } from '../transcript';
import { hours, readOf } from './requests';
import { singleFields } from './values';

/** What shows what several fields, several updates and updates at once come to. */
export function togetherScripts(
  [first = '', second = '', third = '']: string[],
  today: string,
): Record<string, Script> {
  const soon = (days: number) => addDays(today, days);
  const single = singleFields(today);
  return {
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
      ...overlapsOf(third),
      [patch(first, { price: 3.5 }), patch(second, { price: 4.5 })],
      readOf(first),
      readOf(second),
      hours({}),
      readOf(first),
      patch(first, { price: 5.5 }),
      hours({ startDate: soon(20), page: 2 }),
      readOf(first),
      patch(first, { price: 6.5 }),
      readOf('00000000-0000-4000-8000-000000000000'),
      readOf(first),
    ],
  };
}

/** Updates and reads of an event that are under way at the same time, and reads after each. */
export function overlapsOf(eventId: string): Script {
  return [
    [patch(eventId, { name: 'Clay' }), patch(eventId, { location: 'Yard' })],
    readOf(eventId),
    [readOf(eventId), patch(eventId, { price: 3.5 })],
    readOf(eventId),
    readOf(eventId),
  ];
}
