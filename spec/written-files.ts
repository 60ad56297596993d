import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ConfigurationError } from './faults';
import { readService, type ServiceOptions } from './read-service';
import type { Operation, Service } from './service';

/** For tests: writes files into a folder, a new temporary one unless it is given; returns the folder. */
export function writeFiles(files: Record<string, string>, folder = mkdtempSync(join(tmpdir(), 'docent-'))): string {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** For tests: what a document given as text says; overlays and files that it refers to by their names. */
export function readText(text: string, overlays: string[] = [], others: Record<string, string> = {}): Service {
  return readService(written(text, overlays, others));
}

/** For tests: the first operation whose method and path begin so, such as `GET /animals/{tag}`. */
export function operationOf(service: Service, beginning: string): Operation {
  const found = service.operations.find((operation) => `${operation.method} ${operation.path}`.startsWith(beginning));
  if (found === undefined) throw new Error(`There is no ${beginning}.`);
  return found;
}

/** For tests: the faults of a document given as text, each as `file:line  message`. */
export function faultsOf(text: string, overlays: string[] = [], others: Record<string, string> = {}): string[] {
  try {
    readService(written(text, overlays, others));
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.faults.map(({ place, message }) => `${basename(place)}  ${message}`);
  }
}

function written(text: string, overlays: string[], others: Record<string, string>): ServiceOptions {
  const names = overlays.map((_, index) => `overlay-${index + 1}.yaml`);
  const files = Object.fromEntries(overlays.map((overlay, index) => [names[index] ?? '', overlay]));
  const folder = writeFiles({ 'zoo.yaml': text, ...files, ...others });
  return { spec: join(folder, 'zoo.yaml'), overlays: names.map((name) => join(folder, name)) };
}
