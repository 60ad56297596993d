import { createHash } from 'node:crypto';
import { accessSync, closeSync, constants, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ConfigurationError } from '../../spec';
import { withoutSlash } from '../target/addresses';

/**
 * Where Docent keeps what outlives a run: DOCENT_HOME, or else `.docent` in the home folder, so that every run of a user finds
 * it wherever it is started; `.docent` in the current folder where there is no home that may be written to.
 */
export function stateFolder({ DOCENT_HOME }: Readonly<Record<string, string | undefined>>): string {
  const folders = DOCENT_HOME ? [resolve(DOCENT_HOME)] : [join(homedir(), '.docent'), resolve('.docent')];
  const usable = folders.find(isUsable);
  if (usable === undefined) {
    const [first = '', second] = folders;
    const which = second === undefined ? `${first} cannot` : `Neither ${first} nor ${second} can`;
    const message = `${which} be written to. Name a folder that can, for what is to be put back.`;
    throw new ConfigurationError('start the contract run', [{ place: 'DOCENT_HOME', message }]);
  }
  return usable;
}

function isUsable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false; // the next folder, or a message that names them all
  }
}

/** The one way to write a base URL by which two runs know that they mean the same target. */
export function addressOf(target: string): string {
  return withoutSlash(target).replace(/\/\/(localhost|\[::1\])(?=[:/]|$)/i, '//127.0.0.1');
}

/** A file name that stands for several texts together. */
export function digestOf(...texts: string[]): string {
  return createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 20);
}

/** Writes a file that is there, whole, even if the power fails the moment after. */
export function writeDurably(file: string, text: string): void {
  const draft = `${file}.draft`;
  const descriptor = openSync(draft, 'w', 0o600);
  writeSync(descriptor, text);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(draft, file);
  syncFolder(dirname(file));
}

/** Makes a new name durable; Windows cannot open a folder, and needs not. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
