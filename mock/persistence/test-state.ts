import { copyFileSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file for a state, in a folder of its own; there is none yet. */
export function newFile(): string {
  return join(mkdtempSync(join(tmpdir(), 'docent-')), 'state.json');
}

/** The files of a state as they would be after a crash now, in a folder of their own. */
export function crashed(file: string): string {
  const copy = newFile();
  copyFileSync(file, copy);
  if (existsSync(`${file}.log`)) copyFileSync(`${file}.log`, `${copy}.log`);
  return copy;
}
