import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../spec';

/** Where the build puts what the page loads. */
export const ASSET_FOLDER = join(packageFolder, 'dist', 'mock', 'docs', 'assets');

/** Every file that the documentation page may load, and its media type. No other is ever read. */
const MEDIA_TYPES = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'docs.css': 'text/css; charset=utf-8',
  'docs.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;

/** A file that the page may load; a request names it, and only such a name is ever made a path. */
export type AssetName = keyof typeof MEDIA_TYPES;

/** A file of the page, kept in memory from the first time that it is asked for. */
export interface Asset {
  mediaType: string;
  bytes: Buffer;
  /** A digest of the bytes, by which a browser knows one version from another. */
  version: string;
}

/** The files of the documentation page, each read when it is first asked for. */
export class Assets {
  readonly #read = new Map<AssetName, Asset>();

  readonly names: readonly string[] = Object.keys(MEDIA_TYPES);

  /** Undefined where the page has no such file. */
  find(name: string): Asset | undefined {
    return isAssetName(name) ? this.get(name) : undefined;
  }

  get(name: AssetName): Asset {
    const known = this.#read.get(name);
    if (known) return known;
    const bytes = readFileSync(join(ASSET_FOLDER, name));
    const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
    const asset = { mediaType: MEDIA_TYPES[name], bytes, version };
    this.#read.set(name, asset);
    return asset;
  }
}

function isAssetName(name: string): name is AssetName {
  return Object.hasOwn(MEDIA_TYPES, name);
}
