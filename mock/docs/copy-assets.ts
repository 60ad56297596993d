import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageFolder } from '../../spec';
import { ASSET_FOLDER } from './assets';

/** What the page needs of Swagger UI, and the terms under which it may be passed on. */
const SWAGGER_UI = [
  ...['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'],
  ...['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'],
];

/** What the page has of its own. */
const OWN = ['docs.css', 'docs.js'];

/**
 * A step of the build: puts everything that the documentation page loads into one folder of `dist/`, so that the package depends on
 * no Swagger UI, whose own dependency runs a script when it is installed.
 */
function copyAssets(): void {
  mkdirSync(ASSET_FOLDER, { recursive: true });
  copySwaggerUi();
  for (const name of OWN) copyFileSync(join(packageFolder, 'mock', 'docs', 'page', name), join(ASSET_FOLDER, name));
}

/** Copies it unless this version is there already: it is large, and seldom new. */
function copySwaggerUi(): void {
  const manifest = require.resolve('swagger-ui-dist/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }; // npm requires one
  const mark = join(ASSET_FOLDER, 'swagger-ui.version');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === version) return;
  for (const name of SWAGGER_UI) copyFileSync(join(dirname(manifest), name), join(ASSET_FOLDER, name));
  writeFileSync(mark, version);
}

copyAssets();
