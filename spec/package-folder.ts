import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of this package: the nearest above this file that has a package.json. */
export const packageFolder = nearestPackage(__dirname);

/** The version of this package: what `--version` prints, and by which what another version has kept is told. */
export const packageVersion = versionIn(packageFolder);

/** The museum's document, which every command reads unless it is given another. */
export const DEFAULT_DOCUMENT = join(packageFolder, 'spec', 'museum.openapi.yaml');

function nearestPackage(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : nearestPackage(dirname(folder));
}

function versionIn(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }; // npm requires one
  return version;
}
