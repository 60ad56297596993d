import type { Change } from '../honest-server';
import { addDays, type HoursEntry, hoursAround, localDate, weekday } from '../museum-data';
import { HONEST, Refusal, readQuery, type Ways } from '../ways';
import type { Variant } from './variant';

/** Which days there are, which day it is, and what is made of unusual query parameters. */
export const CALENDAR_VARIANTS: Variant[] = [
  { name: 'It has no opening days at all', ways: { hours: () => [] } },
  { name: 'Its calendar has a single day', ways: { hours: (today) => upcoming(today).slice(0, 1) } },
  { name: 'Its calendar has three days', ways: { hours: (today) => upcoming(today).slice(0, 3) } },
  { name: 'Its calendar has exactly ten days', ways: { hours: (today) => upcoming(today).slice(0, 10) } },
  { name: 'Its calendar has exactly eleven days', ways: { hours: (today) => upcoming(today).slice(0, 11) } },
  { name: 'Its calendar has exactly thirty days', ways: { hours: (today) => upcoming(today).slice(0, 30) } },
  { name: 'It knows no day before today', ways: { hours: upcoming } },
  {
    name: 'Its calendar is all in the past',
    ways: { hours: (today) => hoursAround(today).filter(({ date }) => date < addDays(today, -2)) },
  },
  {
    name: 'It is closed for the next six weeks',
    ways: { hours: (today) => hoursAround(today).filter(({ date }) => date > addDays(today, 42)) },
  },
  {
    name: 'It is closed today and tomorrow',
    ways: { hours: (today) => hoursAround(today).filter(({ date }) => date > addDays(today, 1)) },
  },
  { name: 'It is open every day, for two years', ways: { hours: (today) => daily(today, 730) } },
  {
    name: 'It is open on Saturdays alone',
    ways: { hours: (today) => daily(today, 200).filter(({ date }) => weekday(date) === 6) },
  },
  {
    name: 'It closes after midnight',
    ways: {
      hours: (today) => hoursAround(today).map((entry) => ({ ...entry, timeOpen: '18:00', timeClose: '01:30' })),
    },
  },
  {
    name: 'It is open from 00:00 to 23:59',
    ways: {
      hours: (today) => hoursAround(today).map((entry) => ({ ...entry, timeOpen: '00:00', timeClose: '23:59' })),
    },
  },
  { name: 'It is a day ahead in its time zone', ways: { today: () => addDays(localDate(), 1) } },
  { name: 'It is a day behind in its time zone', ways: { today: () => addDays(localDate(), -1) } },
  { name: 'A day is over in the middle', ways: () => ({ today: changing(95, addDays(localDate(), 1), localDate()) }) },
  { name: 'A day is taken out of its calendar, and another added', ways: takingOutADay },

  { name: 'A limit above thirty counts as thirty', ways: atMostThirty() },
  {
    name: 'A page past the end is refused',
    ways: {
      cut(selected, query) {
        const page = HONEST.cut(selected, query);
        if (query.page > 1 && page.length === 0) throw new Refusal('unknown event', 'no such page');
        return page;
      },
    },
  },
  {
    name: 'A page past the end has no body',
    ways: {
      succeed: (body, asked) =>
        body === '[]' && Number(asked.query.get('page') ?? 1) > 1
          ? { status: 204, headers: {}, body: '' }
          : HONEST.succeed(body, asked),
    },
  },
  { name: 'Its list ends sixty days after the start date', ways: reaching(60) },
  {
    name: 'It is open every day, and its list ends ninety days after the start date',
    ways: { ...reaching(90), hours: (today) => daily(today, 900) },
  },
  {
    name: 'A start date in the past counts as today',
    ways: {
      readQuery(sent, today) {
        const query = readQuery(sent, today);
        return { ...query, startDate: [query.startDate, today].toSorted()[1] ?? today };
      },
    },
  },
  {
    name: 'A start date in the past is refused',
    ways: refusing((sent, today) => (sent.get('startDate') ?? today) < today),
  },
  {
    name: 'A start date more than a year ahead is refused',
    ways: refusing((sent, today) => (sent.get('startDate') ?? today) > addDays(today, 366)),
  },
  {
    name: 'Unknown query parameters are refused',
    ways: refusing((sent) => [...sent.keys()].some((name) => !['startDate', 'page', 'limit'].includes(name))),
  },
  {
    name: 'A parameter that is sent twice is refused',
    ways: refusing((sent) => new Set(sent.keys()).size < [...sent.keys()].length),
  },
  {
    name: 'A malformed parameter counts as not sent',
    ways: {
      readQuery(sent, today) {
        const kept = new URLSearchParams(sent);
        for (const name of ['page', 'limit']) if (!/^[1-9]\d*$/.test(sent.get(name) ?? '')) kept.delete(name);
        if (!/^\d{4}-\d\d-\d\d$/.test(sent.get('startDate') ?? '')) kept.delete('startDate');
        return readQuery(kept, today);
      },
    },
  },
];

function upcoming(today: string): HoursEntry[] {
  return hoursAround(today).filter(({ date }) => date >= today);
}

function daily(today: string, days: number): HoursEntry[] {
  return Array.from({ length: days }, (_, day) => ({
    date: addDays(today, day),
    timeOpen: '10:00',
    timeClose: '17:00',
  }));
}

/** Lists no more than so many days from the start date on. */
function reaching(days: number): Pick<Ways, 'select'> {
  return {
    select: (entries, query) =>
      HONEST.select(entries, query).filter(({ date }) => date < addDays(query.startDate, days)),
  };
}

function takingOutADay(): Partial<Ways> {
  const isLater = changing(60, true, false);
  return {
    select(entries, query) {
      const added = { date: addDays(entries.at(-1)?.date ?? query.today, 1), timeOpen: '10:00', timeClose: '17:00' };
      const later = [...entries.filter(({ date }) => date !== entries[47]?.date), added];
      return HONEST.select(isLater() ? later : entries, query);
    },
  };
}

/** What is one value for so many requests, and another one for all later ones. */
function changing<Value>(count: number, later: Value, before: Value): () => Value {
  let asked = 0;
  return () => {
    asked += 1;
    return asked > count ? later : before;
  };
}

function atMostThirty(): Change {
  return {
    readQuery(sent, today) {
      const query = readQuery(sent, today, { maximum: 1e9 });
      return { ...query, limit: Math.min(query.limit, 30) };
    },
  };
}

function refusing(isRefused: (sent: URLSearchParams, today: string) => boolean): Change {
  return {
    readQuery(sent, today) {
      if (isRefused(sent, today)) throw new Refusal('invalid query');
      return readQuery(sent, today);
    },
  };
}
