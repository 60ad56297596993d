import { describe, expect, test } from '@jest/globals';
import { startMock } from '../index';
import { endedExchange, fileOf, libraryDocument, libraryWith, patch } from '../test-document';
import { Journals } from './journals';

describe('the journal is bounded:', () => {
  const fill = (journals: Journals, session: string, sizes: number[]) => {
    const journal = journals.open(session);
    for (const size of sizes) {
      const recording = endedExchange(size);
      recording.enter(journal);
      journals.record(journal, recording);
    }
    return journal;
  };

  test('the last 1,000 exchanges are kept, and it says how many went', async () => {
    const { url, journal, close } = await startMock({
      spec: fileOf('library.json', JSON.stringify(libraryDocument())),
    });
    for (let index = 0; index < 1010; index += 1) await (await fetch(`${url}/nowhere?${index}`)).text();
    await close();
    const { entries, dropped } = journal;
    expect([entries.length, entries[0]?.query, entries.at(-1)?.number, dropped]).toEqual([1000, '10', 1010, 10]);
  });

  test('by bytes, the oldest go', () => {
    const journals = new Journals(undefined, { entries: 1000, bytes: 10_000, allBytes: 100_000 });
    const journal = fill(journals, 'one', [4000, 4000, 4000, 4000]);
    expect(journal.recordings.map(({ number }) => number)).toEqual([3, 4]);
    expect([journal.dropped, journal.bytes <= 10_000]).toEqual([2, true]);
  });

  test('by the bytes of all sessions, the largest gives up half of what it has', () => {
    const journals = new Journals(undefined, { entries: 1000, bytes: 10_000, allBytes: 11_000 });
    const small = fill(journals, 'small', [1000]);
    const large = fill(journals, 'large', [2000, 2000, 2000]);
    const last = fill(journals, 'last', [2000]);
    expect([small, large, last].map(({ recordings, dropped }) => [recordings.length, dropped])).toEqual([
      [1, 0],
      [1, 2],
      [1, 0],
    ]);
    for (const journal of [small, large, last]) journal.close();
    expect(journals.bytes).toBe(0);
  });

  test('of many sessions that are as large, some give up half, until an eighth is free', () => {
    const fillAll = (allBytes: number) => {
      const journals = new Journals(undefined, { entries: 1000, bytes: 100_000, allBytes });
      const sessions = Array.from({ length: 100 }, (_, index) => fill(journals, `session ${index}`, [1000, 1000]));
      return { journals, kept: sessions.map(({ recordings }) => recordings.length) };
    };
    const most = fillAll(1_000_000).journals.bytes - 1;
    const { journals, kept } = fillAll(most);
    expect(journals.bytes / most).toBeLessThanOrEqual(7 / 8);
    expect(journals.bytes / most).toBeGreaterThan(6 / 7);
    expect(kept).toEqual([...Array<number>(26).fill(1), ...Array<number>(74).fill(2)]);
  });

  test('a session that has ended keeps nothing, not even what ends after it', () => {
    const journals = new Journals();
    const journal = journals.open('one');
    const late = endedExchange(1000);
    journal.close();
    late.enter(journal);
    journals.record(journal, late);
    expect([journal.recordings, journals.bytes]).toEqual([[], 0]);
  });

  test('of a body of 1 MB the beginning is kept, with its size', async () => {
    const library = libraryWith({});
    const title = 'é'.repeat(500_000);
    await patch(library, '/books/a', { title }).expect(200);
    const { request, response } = library.journal.entries[0] ?? {};
    expect([request?.truncatedFrom, response?.truncatedFrom]).toEqual([1_000_012, expect.any(Number)]);
    expect(Buffer.byteLength(String(request?.body))).toBeLessThanOrEqual(64 * 1024);
    expect(String(request?.body)).toMatch(/^\{"title":"é+$/);
    for (let index = 0; index < 40; index += 1) await patch(library, '/books/a', { title });
    expect(library.journal.entries.length).toBeLessThan(40);
  });
});
