import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { addDays, daysFrom, isCalendarDate, localToday, runningToday } from './calendar';

describe('the local date', () => {
  test.each([
    ['Pacific/Kiritimati', '2027-03-01T10:00:00Z', '2027-03-02'],
    ['America/Los_Angeles', '2027-03-01T07:59:59Z', '2027-02-28'],
    ['America/Los_Angeles', '2027-03-01T08:00:00Z', '2027-03-01'],
    ['Europe/Berlin', '2027-12-31T23:00:00Z', '2028-01-01'],
    ['UTC', '2027-02-28T23:59:59.999Z', '2027-02-28'],
  ])('in %s at %s is %s', (zone, instant, date) => {
    const script = `process.stdout.write(require(${JSON.stringify(join(__dirname, 'calendar'))}).localToday(new Date('${instant}')))`;
    expect(execFileSync(process.execPath, ['-e', script], { env: { TZ: zone }, encoding: 'utf8' })).toBe(date);
  });
});

test('a clock that runs goes on to the next day at midnight, and back where the system clock is put back', () => {
  const midnight = new Date(2027, 2, 2);
  const before = new Date(midnight.getTime() - 1);
  const today = runningToday();
  try {
    jest.useFakeTimers();
    for (const now of [before, midnight, before]) {
      jest.setSystemTime(now);
      expect(today()).toBe(localToday(now));
    }
  } finally {
    jest.useRealTimers();
  }
});

test.each([
  ['2028-02-28', 1, '2028-02-29'],
  ['2027-02-28', 1, '2027-03-01'],
  ['2027-03-01', -90, '2026-12-01'],
  ['2027-03-01', 0, '2027-03-01'],
  ['1900-02-28', 1, '1900-03-01'],
])('%s and %i days is %s', (date, days, sum) => {
  expect(addDays(date, days)).toBe(sum);
});

test.each([
  ['2027-02-29', false],
  ['2028-02-29', true],
  ['2027-13-01', false],
  ['2027-3-1', false],
  ['20270301', false],
  ['+002027-03-01', false],
  ['9999-12-31', false],
  ['2027-03-01T00:00', false],
  ['', false],
])('That "%s" is a calendar date is %s', (text, expected) => {
  expect(isCalendarDate(text)).toBe(expected);
});

test('1 March 2027 is a Monday', () => {
  expect(daysFrom('2027-02-28', '2027-03-01')).toEqual([
    { date: '2027-02-28', weekday: 'sunday' },
    { date: '2027-03-01', weekday: 'monday' },
  ]);
  expect(daysFrom('2028-02-29', '2028-02-29')).toEqual([{ date: '2028-02-29', weekday: 'tuesday' }]);
});
