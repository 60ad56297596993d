import { addDays } from '../museum-data';
import { patch, type Script } from '../transcript';
import { readOf } from './requests';
import { overlapsOf } from './together';
import { manyDates, singleFields, tellingFields } from './values';

/** An identifier that no event has. */
const NOBODY = '00000000-0000-4000-8000-0000000000aa';

/** What shows whether an update changes what it says, all of it and nothing else. */
export function updateScripts(eventIds: string[], today: string): Record<string, Script> {
  const [first = '', second = '', third = ''] = eventIds;
  const events = eventIds.map(readOf);
  const soon = (days: number) => addDays(today, days);
  const single = singleFields(today);
  const updates: Script = tellingFields(today).flatMap((fields) => [
    patch(second, fields),
    readOf(second),
    readOf(second),
  ]);
  return {
    'identifier-matches': [
      ...events,
      ...events,
      events,
      patch(first, { name: 'Lanterns' }),
      ...events.toReversed(),
      readOf(NOBODY),
    ],
    'identifier-kept': [
      patch(first, { name: 'Lanterns' }),
      patch(second, { price: 7.5 }),
      patch(second, { price: 8.5 }),
      patch(third, { eventId: first, price: 1.5 }),
      readOf(first),
      readOf(third),
      patch(NOBODY, {}),
      patch('not-an-event', {}),
    ],
    'sent-fields-returned': updates,
    'sent-fields-stored': [...updates, ...overlapsOf(third)],
    'unsent-fields-kept': [
      ...[{ price: 0 }, { eventDescription: '' }, { dates: [] }].map((fields) => patch(third, fields)),
      patch(third, { name: 'Clay' }),
      ...single.flatMap((fields) => [patch(second, fields), readOf(second)]),
      patch(first, { price: 99.5 }),
      readOf(first),
      ...single.flatMap((fields) => [patch(third, fields), readOf(third)]),
      ...[{}, { price: 6.5, colour: 'blue' }, { name: 'מוזיאון' }].flatMap((fields) => [
        patch(third, fields),
        readOf(third),
      ]),
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
      manyDates(today),
    ].flatMap((dates) => [patch(second, { dates }), readOf(second)]),
    'fields-optional': single.map((fields) => patch(second, fields)),
    'other-entries-untouched': single.flatMap((fields) => [
      patch(first, fields),
      ...events,
      patch(second, fields),
      ...events,
    ]),
  };
}
