import { readFileSync, statSync } from 'node:fs';
import { ConfigurationError, isObject } from '../../spec';
import { Conformance, type Nonconformity } from '../state/conformance';
import { DamagedLog, type LogContent, readLog } from './log-format';
import type { Recalled } from './recalled';
import { RECORD_SCHEMAS } from './record-schemas';
import { type ChangeRecord, FORMAT, type StateRecord, toRecalled } from './records';
import { replay } from './replay';

/** What the files of a state say. */
export interface ReadState {
  recalled: Recalled;
  /** Whether the file is as a clean stop leaves it, with no log beside it. */
  isClean: boolean;
  /** The log that stands beside the file. */
  log: string | undefined;
  /** How many bytes of a write that was cut short were left out. */
  torn: number;
}

/** Where the log of a state is: in the folder of its file, with `.log` after the whole name. */
export function logOf(file: string): string {
  return `${file}.log`;
}

/**
 * Reads the file and, over it, its log. Nothing is written.
 * @param most how many bytes of the log count
 * @throws {ConfigurationError} where they are damaged, of another format or another program's
 */
export function readState(file: string, most = Number.POSITIVE_INFINITY): ReadState {
  const state = readFile(file);
  const log = readLogOf(file, most);
  if (state === undefined) {
    if (log?.id !== undefined) throw refused(logOf(file), ORPHAN(file));
    return { recalled: new Map(), isClean: false, log: undefined, torn: 0 };
  }
  const recalled = toRecalled(state);
  if (log === undefined) return { recalled, isClean: true, log: undefined, torn: 0 };
  const read = { recalled, isClean: false, log: log.id, torn: log.torn };
  const isVoid = log.id === undefined || log.id === state.after || log.writes.length === 0;
  if (isVoid) return { ...read, torn: log.id === state.log ? log.torn : 0 };
  if (log.id !== state.log) throw refused(logOf(file), FOREIGN_LOG(file));
  for (const [index, records] of log.writes.entries()) {
    const [fault] = shapesOf().check({ pointer: '/changes', value: {} }, records);
    if (fault) throw refused(`${logOf(file)}:${index + 2}`, `${told(fault)} ${ADVICE(file)}`);
    for (const record of records) replay(recalled, record as ChangeRecord, state.scenario ?? undefined); // its schema
  }
  return read;
}

/** Compiled when a first state is read, which most mocks do not have; what records look like never changes. */
let shapes: Conformance | undefined;

function shapesOf(): Conformance {
  shapes ??= new Conformance(RECORD_SCHEMAS);
  return shapes;
}

const ADVICE = (file: string) =>
  `Put a copy in its place, or delete ${file} and ${logOf(file)} to begin anew. Nothing was changed.`;
const ORPHAN = (file: string) =>
  `It is the log of ${file}, which is missing. Put that back, or delete the log to begin anew.`;
const FOREIGN_LOG = (file: string) =>
  `It is not the log that ${file} goes on with. Put the file back that it belongs to, or delete the log.`;

/** Undefined where there is none. */
function readFile(file: string): StateRecord | undefined {
  const text = bytesOf(file)?.toString();
  if (text === undefined) return undefined;
  const value = parsed(file, text);
  if (!isObject(value) || value.docent !== 'state')
    throw refused(file, 'It is no state that Docent has saved. Give another file; this one was left as it is.');
  if (value.format !== FORMAT)
    throw refused(
      file,
      `Its format is ${value.format}, and this Docent reads ${FORMAT}. Use a newer one, or another file.`,
    );
  const [fault] = shapesOf().check({ pointer: '/state', value: {} }, value);
  if (fault) throw refused(file, `${told(fault)} ${ADVICE(file)}`);
  return value as unknown as StateRecord; // its schema
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refused(file, `It is not JSON: ${(error as Error).message}. ${ADVICE(file)}`);
  }
}

function readLogOf(file: string, most: number): LogContent | undefined {
  const bytes = bytesOf(logOf(file));
  if (bytes === undefined) return undefined;
  try {
    return readLog(bytes.subarray(0, Math.min(most, bytes.length)));
  } catch (error) {
    if (!(error instanceof DamagedLog)) throw error;
    throw refused(`${logOf(file)}:${error.line}`, `${error.message} ${ADVICE(file)}`);
  }
}

/** Undefined where there is no such file. */
function bytesOf(file: string): Buffer | undefined {
  try {
    if (statSync(file).isFile()) return readFileSync(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw refused(file, `It cannot be read: ${message}. Give a file that this user may read and write.`);
  }
  throw refused(file, 'It is a folder, or something else that is no file. Give a file.');
}

function told({ pointer, message }: Nonconformity): string {
  return `${pointer || 'It'} ${message}.`;
}

function refused(place: string, message: string): ConfigurationError {
  return new ConfigurationError('read the saved state', [{ place, message }]);
}
