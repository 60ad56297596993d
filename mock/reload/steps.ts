import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { join, parse, resolve, sep } from 'node:path';

/** A name in a folder on the way to a file: where it comes to stand for something else, so does the path. */
export interface Step {
  folder: string;
  name: string;
}

/** The folders above a file that are expected to be replaced: a working copy's, not the system's. */
const NEAR = 2;

/** As many links are followed as Linux does. */
const MOST_LINKS = 40;

/** The names that a path depends on: its own, those of the folders just above it, every symbolic link, and the first that is missing. */
export function stepsTo(path: string): Step[] {
  const steps: Step[] = [];
  let { folder, names } = split(resolve(path));
  let links = 0;
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const target = join(folder, name);
    const stats = statusOf(target);
    const isLink = stats?.isSymbolicLink() === true;
    if (isLink || stats === undefined || names.length <= NEAR) steps.push({ folder, name });
    if (stats === undefined || (isLink && links === MOST_LINKS)) break;
    if (isLink) {
      links += 1;
      const aim = split(resolve(folder, readlinkSync(target)));
      ({ folder, names } = { folder: aim.folder, names: [...aim.names, ...names] });
    } else folder = target;
  }
  return steps;
}

function split(path: string): { folder: string; names: string[] } {
  const { root } = parse(path);
  return { folder: root, names: path.slice(root.length).split(sep).filter(Boolean) };
}

function statusOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // a folder that may not be looked into
  }
}
