import { copyFileSync, existsSync, lstatSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ConfigurationError } from '../../spec';
import type { Sessions } from '../sessions/sessions';
import { plain } from '../state/losses';
import { logOf, readState } from './read-state';
import { NOT_SAVED, type Saving } from './saving';
import { type SavedSessions, SessionSaving } from './session-saving';
import { draftOf } from './state-files';
import { StateInUse, takeStateLock } from './state-lock';

/** How many of the things that were left out are listed. */
const LISTED = 50;

/**
 * Begins the sessions. Where they are to be saved, takes the file for it and puts them back to what it says.
 * @throws {ConfigurationError} where another mock has the file, or it is damaged or another program's; it is left as it is then
 */
export function openSessions(file: string | undefined, options: SavedSessions): { sessions: Sessions; saving: Saving } {
  return file === undefined ? { sessions: options.begin(), saving: NOT_SAVED } : openFile(realFile(file), options);
}

function openFile(file: string, options: SavedSessions): { sessions: Sessions; saving: Saving } {
  const release = lock(file);
  try {
    const read = readState(file);
    rmSync(draftOf(file), { force: true });
    const saving = new SessionSaving(file, read, options);
    if (read.torn > 0) options.warn(`${read.torn} bytes at the end of ${logOf(file)} ${CUT_SHORT}`);
    if (saving.dropped.length > 0) {
      keepCopy(file);
      options.warn(droppedIn(file, saving.dropped));
    }
    const close = () => saving.close().finally(release);
    return {
      sessions: saving.sessions,
      saving: {
        run: (change, then) => saving.run(change, then),
        saveAll: () => saving.saveAll(),
        saved: () => saving.saved(),
        close,
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

const CUT_SHORT =
  'were of a change that was being written when the mock ended. Nobody was told of it, and it is left out.';

/** The one name of a file that has many, so that no two mocks write it and a link to it stays one, be there a file behind it or not yet. */
function realFile(given: string, links = 0): string {
  if (existsSync(given)) return realpathSync(given);
  const file = resolve(given);
  if (!existsSync(dirname(file)))
    throw unusable(given, `There is no folder ${dirname(file)}. Create it, or give another file.`);
  const real = join(realpathSync(dirname(file)), basename(file));
  const isLink = lstatSync(real, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  if (!isLink) return real;
  if (links === MOST_LINKS) throw unusable(given, 'It is a link that leads back to itself. Give another file.');
  return realFile(resolve(dirname(real), readlinkSync(real)), links + 1);
}

/** As many as Linux follows. */
const MOST_LINKS = 40;

function lock(file: string): () => void {
  try {
    return takeStateLock(file);
  } catch (error) {
    if (error instanceof StateInUse) throw unusable(file, error.message);
    const { message } = error as Error; // the system's
    throw unusable(file, `Its folder cannot be written: ${message}. Give a file where this user may write.`);
  }
}

/** Copies the file and its log; the copy can be given as a file itself. */
function keepCopy(file: string): void {
  const copy = copyOf(file);
  rmSync(logOf(copy), { force: true });
  copyFileSync(file, copy);
  if (existsSync(logOf(file))) copyFileSync(logOf(file), logOf(copy));
}

function copyOf(file: string): string {
  return `${file}.bak`;
}

function droppedIn(file: string, dropped: readonly string[]): string {
  const lines = dropped.slice(0, LISTED).map(plain);
  const more = dropped.length > LISTED ? [`and ${dropped.length - LISTED} more`] : [];
  const list = [...lines, ...more].map((line) => `\n  ${line}`).join('');
  return `Left out of ${file}, since the document or the fixtures have changed; ${copyOf(file)} still has it:${list}`;
}

function unusable(place: string, message: string): ConfigurationError {
  return new ConfigurationError('save the state', [{ place, message }]);
}
