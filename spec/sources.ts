import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from './package-folder';

/** For tests of the sources themselves: a file of TypeScript, by its path from the root of the project. */
export interface Source {
  file: string;
  text: string;
}

/** For tests: every source below a folder of the project, without what is built, installed or reported. */
export function sourcesIn(folder: string): Source[] {
  return readdirSync(join(packageFolder, folder), { withFileTypes: true }).flatMap((entry): Source[] => {
    const file = join(folder, entry.name);
    if (entry.isDirectory()) return /^(dist|node_modules|reports|\..*)$/.test(entry.name) ? [] : sourcesIn(file);
    return file.endsWith('.ts') ? [{ file, text: readFileSync(join(packageFolder, file), 'utf8') }] : [];
  });
}
