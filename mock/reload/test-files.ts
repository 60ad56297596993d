import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { JsonObject } from '../../spec';
import { createMock, type Mock, type MockOptions } from '../index';
import { libraryDocument } from '../test-document';

/** The library's document with its books in fixtures, all in a folder of its own. */
export const FILES = {
  'library.json': JSON.stringify(libraryDocument()),
  'data/books.yaml': 'books:\n  - { isbn: a, title: A }\n  - { isbn: b, title: B }',
  'data/scenarios/empty.yaml': 'books: []',
};

/** Writes files below a folder, a new one unless it is given; returns the folder. */
export function write(files: Record<string, string>, folder = mkdtempSync(join(tmpdir(), 'docent-'))): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** The mock of the files in a folder that `write` has made. */
export function mockIn(folder: string, options: MockOptions = {}): Mock {
  return createMock({
    spec: join(folder, 'library.json'),
    fixtures: join(folder, 'data'),
    today: '2027-03-01',
    ...options,
  });
}

/** The schema of a field of the library's books, replaced in its document. */
export function libraryWithField(name: string, schema: JsonObject | undefined): string {
  const document = libraryDocument() as { components: { schemas: { Book: { properties: JsonObject } } } } & JsonObject;
  const { properties } = document.components.schemas.Book;
  if (schema === undefined) delete properties[name];
  else properties[name] = schema;
  return JSON.stringify(document);
}

/** Waits until something holds; says what there was where it does not come to that. */
export async function until<T>(look: () => T | Promise<T>, holds: (value: T) => boolean): Promise<T> {
  const end = Date.now() + 15_000;
  for (;;) {
    const value = await look();
    if (holds(value)) return value;
    if (Date.now() > end) throw new Error(`It has not come to that. There was ${JSON.stringify(value)}.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
