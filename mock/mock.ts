import { join, resolve } from 'node:path';
import type { Express } from 'express';
import { DEFAULT_DOCUMENT, packageFolder, readService, type Service } from '../spec';
import { RefusalAnswers } from './answers';
import { createApp } from './app';
import { type CalendarDate, isCalendarDate, localToday } from './calendar';
import { Fixtures } from './fixtures/fixtures';
import { RequestValidator } from './input/request-validator';
import { Conformance } from './state/conformance';
import { Store } from './state/store';

export interface MockOptions {
  /** The OpenAPI document; the package's own unless given. */
  spec?: string;
  /** OpenAPI Overlays, applied in their order. */
  overlays?: readonly string[];
  /** A YAML file or a folder of them. Unless given, the package's for its own document, and the document's examples for any other. */
  fixtures?: string;
  /** The accepted credentials, as they follow the authentication scheme; unless given, any that is not empty. */
  tokens?: readonly string[];
  /** The date that counts as today, or a function that is asked at each request; unless given, the machine's local date. */
  today?: CalendarDate | (() => CalendarDate);
}

/** An Express app, to be called, mounted or given to supertest, with its state. */
export type Mock = Express & {
  /** What the mock serves. */
  readonly service: Service;
  /** The identifiers of a resource that the mock knows now. */
  identifiers(resource: string): string[];
  /** Puts the state back to the fixtures. */
  reset(): void;
};

/**
 * Creates a mock of the service that a document describes. It listens nowhere yet.
 * @throws {ConfigurationError} with every fault of the document or of the fixtures, each with its place
 */
export function createMock(options: MockOptions = {}): Mock {
  const { spec = DEFAULT_DOCUMENT, overlays = [], tokens = [] } = options;
  const today = clockOf(options.today);
  const service = readService({ spec, overlays });
  const conformance = new Conformance(service.openapi);
  const fixtures = Fixtures.read(service, options.fixtures ?? fixturesOf(spec), conformance, today());
  const store = new Store(service, conformance, fixtures);
  const validator = new RequestValidator(service, tokens.length > 0 ? new Set(tokens) : undefined);
  const app = createApp({ service, store, validator, answers: new RefusalAnswers(service, conformance), today });
  return Object.assign(app, {
    service,
    identifiers: (resource: string) => store.identifiers(resource, today()),
    reset: () => store.reset(),
  });
}

function fixturesOf(spec: string): string | undefined {
  return resolve(spec) === DEFAULT_DOCUMENT ? join(packageFolder, 'fixtures') : undefined;
}

function clockOf(today: MockOptions['today'] = localToday): () => CalendarDate {
  if (typeof today === 'function') return () => today();
  if (!isCalendarDate(today))
    throw new TypeError(`Failed to set the clock: "${today}" is no date. Write it as YYYY-MM-DD.`);
  return () => today;
}
