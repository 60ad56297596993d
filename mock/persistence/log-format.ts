import { crc32 } from 'node:zlib';

/** What a log says: which one it is, and the records of each write in their order. */
export interface LogContent {
  /** Undefined where it was not begun. */
  id: string | undefined;
  /** By write, its records. */
  writes: unknown[][];
  /** How many bytes at its end are of a write that was cut short. */
  torn: number;
}

/** A log that is not as it was written, and the line at which that shows. */
export class DamagedLog extends Error {
  override readonly name = 'DamagedLog';

  /** @param line the first that is at fault, counted from 1 */
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

/** The version of the log's format: a log of another is refused, never guessed at. */
const LOG_FORMAT = 1;

/** The first line of a log, with the id by which the file beside it names this log. */
export function logHeader(id: string): Buffer {
  return lineOf(0, JSON.stringify({ docent: 'state log', format: LOG_FORMAT, log: id }));
}

/**
 * One write as a line: its records stand or fall together.
 * @param number of the write in this log, counted from 1
 * @param records each as JSON
 */
export function logLine(number: number, records: readonly string[]): Buffer {
  return lineOf(number, `[${records.join(',')}]`);
}

/**
 * Reads a log. What was being written at its end when the process or the machine stopped is left out: only the last write can be
 * incomplete, since each begins after the one before it is on disk.
 * @throws {DamagedLog} where anything else is not as it was written
 */
export function readLog(bytes: Buffer): LogContent {
  const lines = linesIn(bytes);
  const [header, ...others] = lines;
  if (header === undefined || isUnfinishedHeader(lines)) return { id: undefined, writes: [], torn: bytes.length };
  const id = idIn(header);
  const writes: unknown[][] = [];
  for (const [index, line] of others.entries()) {
    const records = contentOf(line, index + 1);
    if (records === undefined) return { id, writes, torn: tornBytes(others.slice(index), index + 2) };
    writes.push(records as unknown[]); // what logLine writes
  }
  return { id, writes, torn: 0 };
}

const NEWLINE = 0x0a;

const END = ']\n';

/** How long that is with which a line begins. */
const SUMMED_FROM = beginOf(Buffer.alloc(0)).length;

function lineOf(number: number, json: string): Buffer {
  const summed = Buffer.from(`${number},${json}`);
  return Buffer.concat([Buffer.from(beginOf(summed)), summed, Buffer.from(END)]);
}

function beginOf(summed: Buffer): string {
  return `["${crc32(summed).toString(16).padStart(8, '0')}",`;
}

/** The lines, each with its end where it has one. */
function linesIn(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  while (start < bytes.length) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline + 1;
    lines.push(bytes.subarray(start, end));
    start = end;
  }
  return lines;
}

/** What a line holds, where it is whole and has this number; undefined otherwise. */
function contentOf(line: Buffer, number?: number): unknown {
  const [begin, summed, end] = [line.subarray(0, SUMMED_FROM), line.subarray(SUMMED_FROM, -2), line.subarray(-2)];
  if (String(begin) !== beginOf(summed) || String(end) !== END) return undefined;
  const [, actual, content] = JSON.parse(line.toString()) as unknown[]; // its checksum says that lineOf has written it
  return number === undefined || actual === number ? content : undefined;
}

/** A header is on disk before any write is, so nothing is lost with one that was cut short. */
function isUnfinishedHeader([first, ...others]: Buffer[]): boolean {
  const { length } = logHeader('00000000-0000-0000-0000-000000000000');
  const text = String(first).replace(/\0+$/, '');
  return others.length === 0 && text.length < length && !text.includes('\n') && '["'.startsWith(text.slice(0, 2));
}

function idIn(line: Buffer): string {
  const header = contentOf(line, 0) as { docent?: unknown; format?: unknown; log?: unknown } | undefined;
  if (header?.docent !== 'state log') throw new DamagedLog(1, 'It is no log of Docent, or its first line is damaged.');
  if (header.format !== LOG_FORMAT)
    throw new DamagedLog(1, `Its format is ${header.format}, and this Docent reads ${LOG_FORMAT}. Use a newer one.`);
  return String(header.log);
}

/**
 * How many bytes are of a write that was cut short. Such a write has no end, or holes of zeros where the disk had not come to it
 * when the power went; and nothing follows it.
 */
function tornBytes(lines: readonly Buffer[], number: number): number {
  const isFollowed = lines.slice(1).some((line) => contentOf(line) !== undefined);
  const isEnded = lines.at(-1)?.at(-1) === NEWLINE && !lines.some((line) => line.includes(0));
  if (isFollowed || isEnded) throw new DamagedLog(number, 'The line is damaged, or one before it is missing.');
  return lines.reduce((sum, { length }) => sum + length, 0);
}
