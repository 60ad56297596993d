import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ConfigurationError } from '../spec';
import { createMock } from './index';
import { fileOf, get, libraryWith } from './test-document';

const today = '2027-03-01';

/** What is said of fixtures for the museum, each fault as `line message`. */
function faultsOf(text: string): string[] {
  const fixtures = fileOf('data.yaml', text);
  try {
    createMock({ fixtures, today });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.faults.map(({ place, message }) => `${place.replace(`${fixtures}:`, '')} ${message}`);
  }
}

const ID = 'eventId: 8c1f6b52-3d0e-4f47-9a6c-5b7e21d4f901';
const WEEK = 'museum-hours:\n  weekly:\n    from: !today -1\n    to: !today +20\n';

describe('a fault of fixtures is told with its line and what would be right:', () => {
  test.each([
    ['an empty file', '', ['1 A fixture is a mapping by resource. The document has museum-hours, special-events.']],
    [
      'a list of no resource',
      '- 1',
      ['1 A fixture is a mapping by resource. The document has museum-hours, special-events.'],
    ],
    [
      'an unknown resource',
      '\nspecial-event: []',
      ['2 "special-event" is no resource of the document. Its resources are museum-hours, special-events.'],
    ],
    [
      'a text for a list',
      'special-events: none',
      ['1 "special-events" must be a list of entries, or "weekly:" with a pattern of them.'],
    ],
    ['a text for an entry', 'special-events:\n  - none', ['2 An entry is a mapping of its fields.']],
    [
      'an unknown field',
      `special-events:\n  - ${ID}\n    title: T`,
      ['3 title is not a known field. Known are eventId, name, location, eventDescription, dates, price.'],
    ],
    ['a wrong type', `special-events:\n  - ${ID}\n    price: free`, ['3 price must be a number, but it is "free".']],
    [
      'a number that is none',
      `special-events:\n  - ${ID}\n    price: .nan`,
      ['3 price must be a number, but it is NaN.'],
    ],
    [
      'a date that there is not',
      `special-events:\n  - ${ID}\n    dates:\n      - !today +1\n      - 2027-02-30`,
      ['5 dates.1 must be a date, but it is "2027-02-30".'],
    ],
    ['no identifier', 'special-events:\n  - name: N', ['2 special-events has no eventId, which identifies it.']],
    ['an identifier that is none', 'special-events:\n  - eventId: one', ['2 eventId must be a uuid, but it is "one".']],
    [
      'an identifier twice, in other case',
      `special-events:\n  - ${ID}\n  - ${ID.replace('8c1f', '8C1F')}`,
      ['3 eventId stands twice; it has to be unique.'],
    ],
    [
      'a relative date that is none',
      'special-events: [!today tomorrow]',
      ['1 !today takes a number of days such as +14 or -3, not "tomorrow".'],
    ],
    [
      'a key twice',
      'special-events: []\nspecial-events: []',
      ['2 The key "special-events" stands twice in one object.'],
    ],
    [
      'a missing field',
      `${WEEK}    days:\n      monday: { timeOpen: "10:00" }`,
      ['6 timeClose is required, but it is missing.'],
    ],
    [
      'a wrong time',
      `${WEEK}    days:\n      monday: { timeOpen: "9:00", timeClose: "10:00" }`,
      ['6 timeOpen must match pattern "^([01][0-9]|2[0-3]):[0-5][0-9]$", but it is "9:00".'],
    ],
    [
      'an unknown weekday',
      `${WEEK}    days:\n      mon: closed`,
      ['6 "mon" must be one of sunday, monday, tuesday, wednesday, thursday, friday, saturday.'],
    ],
    [
      'a day that is neither',
      `${WEEK}    days:\n      monday: open`,
      ['6 "monday" must be "closed" or the fields of an entry.'],
    ],
    [
      'an exception of no date',
      `${WEEK}    days: {}\n    except:\n      02-30: closed`,
      ['7 "02-30" must be a date, or month and day such as 12-25.'],
    ],
    [
      'an unknown member of a pattern',
      `${WEEK}    days: {}\n    until: 1`,
      ['6 "until" is not known here. Known are field, from, to, days, except.'],
    ],
    ['no days', WEEK.trimEnd(), ['2 "days" must give the entries by weekday, such as "monday: { … }".']],
    [
      'no beginning',
      'museum-hours:\n  weekly:\n    to: !today 1\n    days: {}',
      ['2 "from" must be a date, such as !today -90.'],
    ],
    [
      'an end before the beginning',
      'museum-hours:\n  weekly:\n    from: !today 1\n    to: !today 0\n    days: {}',
      ['4 "to" is before "from".'],
    ],
    [
      'a pattern for a list without a date',
      'special-events:\n  weekly: { from: !today , to: !today , days: {} }',
      ['2 Which field takes the date? Name it: "field: date".'],
    ],
    [
      'a date twice',
      'museum-hours:\n  - { date: 2027-03-01, timeOpen: "10:00", timeClose: "11:00" }\n  - { date: !today , timeOpen: "12:00", timeClose: "13:00" }',
      ['3 date stands twice; it has to be unique.'],
    ],
  ])('%s', (_name, text, faults) => {
    expect(faultsOf(text)).toEqual(faults);
  });

  test('all at once', () => {
    const faults = faultsOf(
      `events: []\nspecial-events:\n  - none\n  - ${ID}\n    price: free\n${WEEK}    days:\n      mon: closed`,
    );
    expect(faults.map((fault) => fault.split(' ')[0]).toSorted()).toEqual(['1', '11', '3', '5']);
  });

  test('of every file of a folder, one that is no YAML among them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'docent-'));
    writeFileSync(join(folder, 'a.yaml'), 'special-events: [');
    writeFileSync(join(folder, 'b.yml'), 'events: []');
    writeFileSync(join(folder, 'notes.txt'), 'not read');
    mkdirSync(join(folder, 'scenarios'));
    expect(() => createMock({ fixtures: folder, today })).toThrow(
      /a\.yaml:1 .*\n.*b\.yml:1 {2}"events" is no resource/,
    );
  });

  test.each([
    ['a missing file', join(tmpdir(), 'nowhere.yaml'), /nowhere\.yaml {2}There is no such file\./],
    ['an empty folder', mkdtempSync(join(tmpdir(), 'docent-')), /The folder has no YAML file\./],
  ])('%s', (_name, fixtures, message) => {
    expect(() => createMock({ fixtures, today })).toThrow(message);
  });
});

describe('fixtures', () => {
  test('may be several files, and have dates that move with the clock', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'docent-'));
    writeFileSync(
      join(folder, '1.yaml'),
      `special-events:\n  - { ${ID}, dates: [!today , !today +1, !today -1, !today 365 days, 2027-01-01] }`,
    );
    writeFileSync(
      join(folder, '2.json'),
      JSON.stringify({ 'special-events': [{ eventId: '1b9d7e04-62ac-4c0d-8f3b-9e0a4c6d2702' }] }),
    );
    const mock = createMock({ fixtures: folder, today: '2028-02-28' });
    expect(mock.identifiers('special-events')).toHaveLength(2);
    const { body } = await get(mock, `/special-events/${mock.identifiers('special-events')[0]}`);
    expect(body.dates).toEqual(['2028-02-28', '2028-02-29', '2028-02-27', '2029-02-27', '2027-01-01']);
  });

  test('may repeat a week for any resource, with exceptions by date and by day of the year', async () => {
    const text = `books:
  weekly:
    field: title
    from: 2028-02-28
    to: 2028-03-08
    days: { monday: { year: 1 }, tuesday: { year: 2 }, wednesday: closed }
    except: { 02-29: { year: 29 }, 2028-03-06: closed, 2028-03-08: { year: 8 } }
`;
    const mock = libraryWith(
      {
        'paths /books/{isbn}': undefined,
        'paths /books get x-docent order by': 'title',
        'paths /books get parameters 1 schema default': 3,
      },
      { fixtures: fileOf('books.yaml', text) },
    );
    expect((await get(mock, '/books')).body).toEqual([
      { title: '2028-02-28', year: 1 },
      { title: '2028-02-29', year: 29 },
      { title: '2028-03-07', year: 2 },
    ]);
    expect((await get(mock, '/books?leaf=2')).body).toEqual([{ title: '2028-03-08', year: 8 }]);
  });
});
