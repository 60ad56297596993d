import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { packageFolder } from '../spec';

const BUNDLE = join(__dirname, 'commands-bundle.js');

/** A package that only some runs need, and is not in the bundle. */
const APART = ['openapi-typescript'];

/**
 * A step of the build: writes all that the commands load into one file, and the licences of the packages in it beside it. Names are
 * kept, since express-openapi-validator's steps are found by theirs.
 */
async function bundleCommands(): Promise<void> {
  for (const name of readdirSync(__dirname)) if (name.endsWith('.cache')) rmSync(join(__dirname, name));
  const { metafile } = await build({
    entryPoints: [join(__dirname, 'main.js')],
    outfile: BUNDLE,
    bundle: true,
    platform: 'node',
    target: 'node20',
    external: APART,
    supported: { 'dynamic-import': false }, // what is loaded late is required: Node 20 imports nothing from code that was kept
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' }, // its other file asks for modules in a way that no bundler sees
    plugins: [ONE_OF_EACH],
    minifyWhitespace: true,
    sourcemap: false,
    metafile: true,
    absWorkingDir: packageFolder,
    logLevel: 'warning',
  });
  writeFileSync(join(__dirname, 'commands-bundle.LICENSES.txt'), licencesOf(packagesIn(Object.keys(metafile.inputs))));
}

/** npm may install the same version of a package in several places, each of which would be loaded and set up. */
const ONE_OF_EACH: Plugin = {
  name: 'one-of-each',
  setup({ onResolve, resolve }) {
    const first = new Map<string, string>();
    onResolve({ filter: /^[^.]/ }, async ({ path, pluginData, ...where }) => {
      if (pluginData === ONE_OF_EACH) return undefined; // asked for just below
      const found = await resolve(path, { ...where, pluginData: ONE_OF_EACH });
      const [folder] = packagesIn([found.path]);
      if (folder === undefined || found.external) return found;
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const known = first.get(`${name}@${version}`) ?? folder;
      first.set(`${name}@${version}`, known);
      return { ...found, path: found.path.replace(folder, known) };
    });
  },
};

/** The folders of the packages to which files belong, in the order of their names. */
function packagesIn(files: string[]): string[] {
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  return [...new Set(folders)].sort();
}

function licencesOf(folders: string[]): string {
  return folders
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(packageFolder, folder, 'package.json'), 'utf8'));
      return `${name} ${version} (${license})\n\n${licenceIn(folder)}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function licenceIn(folder: string): string {
  const path = join(packageFolder, folder);
  const [file] = readdirSync(path).filter((name) => /^licen[cs]e/i.test(name));
  return file === undefined
    ? 'Its package has no file with the text of the licence.'
    : readFileSync(join(path, file), 'utf8').trim();
}

void bundleCommands();
