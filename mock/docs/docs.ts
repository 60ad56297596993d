import type { Request } from 'express';
import { type JsonObject, partsOf, type Service, toSelfContained } from '../../spec';
import { Page } from '../control/page';
import { annotated } from './annotated';
import { Assets } from './assets';
import { CONTENT_SECURITY_POLICY, docsPage } from './docs-page';
import { yamlText } from './yaml-text';

/** What the documentation shows beside the document. */
export interface DocsOptions {
  /** A credential that the page may fill in, where the mock takes any; undefined where it has to be entered. */
  credential: string | undefined;
}

/** Two copies of the document: as it is in force, and with its meaning in its descriptions. */
type Copy = 'plain' | 'annotated';

const COPIES: Record<Copy, (service: Service) => JsonObject> = {
  plain: ({ openapi }) => openapi,
  annotated,
};

/** What a mock shows of its document in a browser. Everything is made when it is first asked for. */
export class Docs {
  readonly #service: Service;
  readonly #options: DocsOptions;
  readonly #assets = new Assets();
  readonly #copies = new Map<Copy, JsonObject>();

  constructor(service: Service, options: DocsOptions) {
    this.#service = service;
    this.#options = options;
  }

  get assetNames(): readonly string[] {
    return this.#assets.names;
  }

  /** The page itself, whose links are relative: it has no slash at its end. */
  page({ path }: Request): Page {
    if (path.endsWith('/')) return new Page(308, { Location: '../docs' }, '');
    const { title } = this.#service;
    const body = docsPage({ title, credential: this.#options.credential }, this.#assets);
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      'Referrer-Policy': 'no-referrer',
    };
    return new Page(200, headers, body);
  }

  /** A file of the page; undefined where it has none of that name. */
  asset(name: string, { query, headers }: Request): Page | undefined {
    const asset = this.#assets.find(name);
    if (asset === undefined) return undefined;
    const etag = `"${asset.version}"`;
    const isNamed = query.v === asset.version;
    const caching = {
      ETag: etag,
      'Cache-Control': isNamed ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    };
    if (headers['if-none-match'] === etag) return new Page(304, caching, '');
    return new Page(200, { 'Content-Type': asset.mediaType, ...caching }, asset.bytes);
  }

  json(copy: Copy, request: Request): Page {
    const body = JSON.stringify(this.#documentFor(copy, request), undefined, 2);
    return new Page(200, { 'Content-Type': 'application/json' }, body);
  }

  yaml(copy: Copy, request: Request): Page {
    const body = yamlText(this.#documentFor(copy, request));
    return new Page(200, { 'Content-Type': 'application/yaml' }, body);
  }

  /** The document with one server: the mock, under the name and the prefix by which it was asked. */
  #documentFor(copy: Copy, request: Request): JsonObject {
    return { ...this.#document(copy), servers: [{ url: serverOf(request) }] };
  }

  #document(copy: Copy): JsonObject {
    const known = this.#copies.get(copy);
    if (known) return known;
    const document = withoutServers(toSelfContained(COPIES[copy](this.#service)));
    this.#copies.set(copy, document);
    return document;
  }
}

/** Takes away the servers of paths and operations, which would come before the document's own. Works in place. */
function withoutServers(document: JsonObject): JsonObject {
  for (const { kind, value } of partsOf(document)) {
    if (kind === 'path-item' || kind === 'operation') delete value.servers;
  }
  return document;
}

/** The URL of the service as its caller sees it: what comes before `/_docent/…`, the prefix of a session included. */
function serverOf({ originalUrl, path, protocol, headers: { host } }: Request): string {
  const [, asked = ''] = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?#]*)?([^?#]*)/i.exec(originalUrl) ?? [];
  const prefix = asked.slice(0, asked.length - path.length);
  return host === undefined ? prefix || '/' : `${protocol}://${host}${prefix}`;
}
