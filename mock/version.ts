import { join, resolve } from 'node:path';
import { ConfigurationError, DEFAULT_DOCUMENT, packageFolder, readService, type Service } from '../spec';
import { Answers } from './answers';
import type { CalendarDate } from './calendar';
import { Docs } from './docs/docs';
import type { FaultRule } from './faults/fault-rule';
import type { FaultBeginning } from './faults/faults';
import { readFaults } from './faults/read-faults';
import { Fixtures } from './fixtures/fixtures';
import { defaultFaults } from './input/default-faults';
import { RequestValidator } from './input/request-validator';
import type { JournalReading } from './journal/controls';
import { Redaction } from './journal/redaction';
import type { SeenFiles } from './reload/seen-files';
import { Conformance } from './state/conformance';
import { Ground } from './state/ground';
import { type Kind, kindsOf } from './state/kind';

/** The files that a mock is made of, and what is asked of them. */
export interface VersionOptions {
  /** The OpenAPI document; the package's own unless given. */
  spec?: string;
  /** OpenAPI Overlays, applied in their order. */
  overlays?: readonly string[];
  /**
   * A YAML file or a folder of them, with scenarios in its folder `scenarios`. Unless given, the package's for its own document,
   * and the document's examples for any other.
   */
  fixtures?: string;
  /** The accepted credentials, as they follow the authentication scheme; unless given, any that is not empty. */
  tokens?: readonly string[];
  /** Fault rules that sessions begin with, or a YAML file that lists them; none unless given. */
  faults?: string | readonly FaultRule[];
}

/** What is made of the document alone. */
interface Description {
  service: Service;
  kinds: ReadonlyMap<string, Kind>;
  validator: RequestValidator;
  answers: Answers;
  docs: Docs;
  reading: JournalReading;
}

/** Everything that is made of the files, which belongs together: a mock serves one version, and then the next. */
export interface Version extends Description {
  ground: Ground;
  faults: FaultBeginning;
  /** What was read to make it. */
  files: SeenFiles;
}

/**
 * Makes a version of the files as they are now.
 * @param files notes what is read, of a version that is refused as well
 * @param previous where the document is still as it was then, what was made of it is taken over
 * @throws {ConfigurationError} with every fault of the document or of the fixtures, each with its place
 */
export function readVersion(
  options: VersionOptions,
  today: CalendarDate,
  files: SeenFiles,
  previous: Version | undefined,
): Version {
  const isSame = previous?.service.files.every((file) => files.isAsIn(previous.files, file));
  const description = previous && isSame ? previous : describe(options, files);
  const { service, kinds } = description;
  const ground = new Ground(kinds, Fixtures.read(service, fixturesOf(options), kinds, today, files));
  const faults = readFaults(service, options.faults, files);
  return { ...description, ground, faults, files };
}

/** The path of the fixtures; undefined where the document's examples take their place. */
export function fixturesOf({ spec = DEFAULT_DOCUMENT, fixtures }: VersionOptions): string | undefined {
  return fixtures ?? (resolve(spec) === DEFAULT_DOCUMENT ? join(packageFolder, 'fixtures') : undefined);
}

function describe(
  { spec = DEFAULT_DOCUMENT, overlays = [], tokens = [] }: VersionOptions,
  files: SeenFiles,
): Description {
  const service = readService({ spec, overlays, files });
  const conformance = new Conformance(service.openapi);
  const faults = defaultFaults(service, conformance);
  if (faults.length > 0) throw new ConfigurationError(`read ${spec}`, faults);
  return {
    service,
    kinds: kindsOf(service, conformance),
    validator: new RequestValidator(service, tokens.length > 0 ? new Set(tokens) : undefined, conformance),
    answers: new Answers(service, conformance),
    docs: new Docs(service, { credential: tokens.length > 0 ? undefined : 'docent' }),
    reading: { redaction: new Redaction(service), operations: service.operations.map(({ id }) => id) },
  };
}
