import { describe, expect, test } from '@jest/globals';
import { addDays, createMock, localToday } from './index';
import { get } from './test-document';

/** 1 March 2027 is a Monday. */
const today = '2027-03-01';
const mock = createMock({ today });

async function datesOf(query: string): Promise<string[]> {
  const { body } = await get(mock, `/museum-hours${query}`);
  return body.map(({ date }: { date: string }) => date);
}

describe('museum hours', () => {
  test.each([
    [
      'begin today, ten a page',
      '',
      [
        '2027-03-01',
        '2027-03-02',
        '2027-03-03',
        '2027-03-04',
        '2027-03-05',
        '2027-03-08',
        '2027-03-09',
        '2027-03-10',
        '2027-03-11',
        '2027-03-12',
      ],
    ],
    ['begin on the given date', '?startDate=2027-03-04&limit=2', ['2027-03-04', '2027-03-05']],
    ['begin on the next open day where the given one is closed', '?startDate=2027-03-06&limit=1', ['2027-03-08']],
    ['go on with the second page', '?limit=2&page=2', ['2027-03-03', '2027-03-04']],
    ['are closed on a holiday', '?startDate=2027-12-23&limit=3', ['2027-12-23', '2027-12-24', '2027-12-27']],
    ['go back 90 days', '?startDate=1999-01-01&limit=1', ['2026-12-01']],
    ['go 400 days ahead', '?startDate=2028-04-04', ['2028-04-04']],
    ['have a leap day', '?startDate=2028-02-29&limit=1', ['2028-02-29']],
    ['end', '?startDate=2028-04-06', []],
    ['are empty past the last page', '?page=1000', []],
    ['are empty on a page of a number that is no integer of 64 bits', `?page=${'9'.repeat(400)}`, []],
  ])('%s', async (_sentence, query, dates) => {
    expect(await datesOf(query)).toEqual(dates);
  });

  test('are joined by their pages without an overlap or a gap, in order', async () => {
    const whole: string[] = [];
    for (let page = 1; page <= 20; page += 1)
      whole.push(...(await datesOf(`?startDate=2026-01-01&limit=29&page=${page}`)));
    expect(whole).toEqual([...new Set(whole)].toSorted());
    expect([whole[0], whole.at(-1)]).toEqual([addDays(today, -90), addDays(today, 400)]);
  });

  test('have at most 30 entries a page', async () => {
    expect(await datesOf('?limit=30')).toHaveLength(30);
  });

  test('move with the clock of a mock that is left running over midnight', async () => {
    let day = '2027-12-31';
    const running = createMock({ today: () => day });
    const first = async () => (await get(running, '/museum-hours?limit=1')).body[0].date;
    expect(await first()).toBe('2027-12-31');
    day = '2028-01-01';
    expect(await first()).toBe('2028-01-03');
    expect((await get(running, '/museum-hours?startDate=2000-01-01&limit=1')).body[0].date).toBe('2027-10-04');
  });

  test('begin on the local date unless told otherwise', async () => {
    const { body } = await get(createMock(), '/museum-hours?limit=1');
    expect(body[0].date >= localToday()).toBe(true);
  });
});
