import { describe, expect, test } from '@jest/globals';
import { DamagedLog, logHeader, logLine, readLog } from './log-format';

const ID = '01234567-89ab-cdef-0123-456789abcdef';
const WRITES = [['{"a":"é\\n"}'], ['{"b":1}', '{"c":[2]}'], ['{"d":null}']];
const LINES = [logHeader(ID), ...WRITES.map((records, index) => logLine(index + 1, records))];
const LOG = Buffer.concat(LINES);
const CONTENT = WRITES.map((records) => records.map((record) => JSON.parse(record)));

/** The log with some bytes replaced. */
function damaged(from: number, to: number, byte: number): Buffer {
  return Buffer.from(LOG).fill(byte, from, to);
}

const startOf = (line: number) => LINES.slice(0, line).reduce((sum, { length }) => sum + length, 0);

describe('a log', () => {
  test('is read as it was written', () => {
    expect(readLog(LOG)).toEqual({ id: ID, writes: CONTENT, torn: 0 });
  });

  test('that ends at any byte has every write that was whole', () => {
    for (let end = 0; end <= LOG.length; end += 1) {
      const { writes, torn } = readLog(LOG.subarray(0, end));
      const whole = LINES.slice(1).filter((_, index) => startOf(index + 2) <= end).length;
      expect([end, writes]).toEqual([end, CONTENT.slice(0, whole)]);
      expect(torn).toBe(end - (end < startOf(1) ? 0 : startOf(whole + 1)));
    }
  });

  test.each([
    ['ends in a hole of zeros', Buffer.concat([LOG, Buffer.alloc(600)]), 600],
    ['has a hole in its last write', damaged(LOG.length - 9, LOG.length - 4, 0), LINES[3]?.length],
  ])('that %s was being written when the power went', (_name, bytes, torn) => {
    expect(readLog(bytes)).toMatchObject({ torn });
  });

  test('of which any byte but the end of the last write is another one is refused', () => {
    for (let at = 0; at < LOG.length - 1; at += 1) {
      expect(() => readLog(damaged(at, at + 1, (LOG[at] ?? 0) ^ 1))).toThrow(DamagedLog);
    }
  });

  test.each([
    ['a write is missing', Buffer.concat([LINES[0], LINES[2], LINES[3]] as Buffer[]), 2],
    ['a write stands twice', Buffer.concat([...LINES, LINES[3]] as Buffer[]), 5],
    ['the writes are swapped', Buffer.concat([LINES[0], LINES[2], LINES[1]] as Buffer[]), 2],
    ['a write in the middle has a hole', damaged(startOf(1) + 20, startOf(1) + 24, 0), 2],
    ['the lines are of another program', Buffer.from('GET / 200\nGET / 200\n'), 1],
    ['the text is of another program', Buffer.from('listening'), 1],
  ])('of which %s is refused', (_name, bytes, line) => {
    expect(() => readLog(bytes)).toThrow(expect.objectContaining({ name: 'DamagedLog', line }));
  });
});
