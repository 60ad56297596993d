import { describe, expect, test } from '@jest/globals';
import { DEFAULT_DOCUMENT, readService } from '../spec';
import { SeenFields } from './seen-fields';
import type { Request } from './target/exchange';
import { targetThatAnswers } from './test-support/sample-target';

const service = readService({ spec: DEFAULT_DOCUMENT, overlays: [] });
const READ: Request = { method: 'GET', path: '/special-events/1', credentials: [] };
const LIST: Request = { method: 'GET', path: '/museum-hours', credentials: [] };

async function unseenAfter(request: Request, value: unknown, status = 200): Promise<string[]> {
  const seen = new SeenFields(service);
  await seen.watch(targetThatAnswers(value, status)).send(request);
  return seen.unseen().map(({ operation, field }) => `${operation} ${field}`);
}

describe('a documented field', () => {
  test.each([
    [
      'is seen in one entry of a list',
      LIST,
      [{ date: '2027-03-01' }, { timeOpen: '09:00' }],
      ['getMuseumHours timeClose'],
    ],
    [
      'is seen with 0, "" and []',
      READ,
      { eventId: '1', name: '', location: '', dates: [], price: 0 },
      ['getSpecialEvent eventDescription'],
    ],
    ['is not seen with null', LIST, [{ date: null, timeOpen: '1', timeClose: '2' }], ['getMuseumHours date']],
    [
      'is not seen in an empty list',
      LIST,
      [],
      ['getMuseumHours date', 'getMuseumHours timeOpen', 'getMuseumHours timeClose'],
    ],
    ['is none that another path returns', { ...LIST, path: '/elsewhere' }, [{}], []],
  ])('%s', async (_, request, value, unseen) => {
    expect(await unseenAfter(request, value)).toEqual(unseen);
  });

  test('is not missed in an operation that never succeeded', async () => {
    expect(await unseenAfter(LIST, {}, 500)).toEqual([]);
  });
});
