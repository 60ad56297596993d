import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  ConfigurationError,
  type Fault,
  isObject,
  type JsonObject,
  pointerTo,
  type Resource,
  readYaml,
  type Service,
  type YamlSource,
} from '../spec';
import type { CalendarDate } from './calendar';
import type { Conformance } from './conformance';
import { entryFaults, unknownFieldFaults } from './entry-faults';
import { exampleEntries } from './example-entries';
import { FixtureSection, type PlacedEntry } from './fixture-section';
import { TODAY_TAG } from './relative-date';

/** The entries of every resource on one day, in the order of the fixtures. */
export type Dataset = Map<string, readonly JsonObject[]>;

/**
 * The data that the mock starts with. YAML files whose members are resources: each a list of entries, or a weekly pattern of
 * them. Dates may be relative to today, which is why the data is a function of it.
 */
export class Fixtures {
  readonly #service: Service;
  /** Undefined where no fixtures were given. */
  readonly #sections: FixtureSection[] | undefined;

  private constructor(service: Service, sections: FixtureSection[] | undefined) {
    this.#service = service;
    this.#sections = sections;
  }

  /**
   * Reads fixtures and holds them against the document.
   * @param path a YAML file, or a folder of them; without one the data is what the document gives as examples
   * @throws {ConfigurationError} with everything that does not conform, each with its place
   */
  static read(service: Service, path: string | undefined, conformance: Conformance, today: CalendarDate): Fixtures {
    const faults: Fault[] = [];
    const sources = path === undefined ? undefined : readSources(path, faults);
    const sections = sources?.flatMap((source) => sectionsOf(service, source, faults));
    faults.push(...(sections ?? []).flatMap((section) => section.faults(today)));
    const fixtures = new Fixtures(service, sections);
    for (const resource of service.resources) {
      const entries = fixtures.#entries(resource, today);
      faults.push(...entryFaults(service, resource, entries, conformance));
      if (sections !== undefined) faults.push(...unknownFieldFaults(resource, entries));
    }
    if (faults.length > 0) throw new ConfigurationError(`read the fixtures ${path ?? 'in the document'}`, faults);
    return fixtures;
  }

  /** The data as it is on a day. */
  on(today: CalendarDate): Dataset {
    return new Map(
      this.#service.resources.map((resource) => [
        resource.name,
        this.#entries(resource, today).map(({ entry }) => entry),
      ]),
    );
  }

  #entries(resource: Resource, today: CalendarDate): PlacedEntry[] {
    if (this.#sections === undefined) return exampleEntries(this.#service, resource);
    return this.#sections
      .filter((section) => section.resource === resource)
      .flatMap((section) => section.entries(today));
  }
}

/** Reads every file; those that cannot be read add to the faults. */
function readSources(path: string, faults: Fault[]): YamlSource[] {
  return filesOf(path).flatMap((file) => {
    try {
      return readYaml(file, undefined, [TODAY_TAG]);
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      faults.push(...error.faults);
      return [];
    }
  });
}

function sectionsOf(service: Service, source: YamlSource, faults: Fault[]): FixtureSection[] {
  const { file, value, positions } = source;
  const known = service.resources.map(({ name }) => name).join(', ');
  if (!isObject(value)) {
    faults.push({ place: `${file}:1`, message: `A fixture is a mapping by resource. The document has ${known}.` });
    return [];
  }
  return Object.keys(value).flatMap((name) => {
    const resource = service.resources.find((candidate) => candidate.name === name);
    if (resource !== undefined) return new FixtureSection(service, source, resource);
    const message = `"${name}" is no resource of the document. Its resources are ${known}.`;
    faults.push({ place: positions.placeOf(value, pointerTo('', name)), message });
    return [];
  });
}

function filesOf(path: string): string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  const files = readdirSync(path)
    .filter((name) => /\.(ya?ml|json)$/.test(name))
    .toSorted();
  if (files.length > 0) return files.map((name) => join(path, name));
  throw new ConfigurationError(`read the fixtures ${path}`, [{ place: path, message: 'The folder has no YAML file.' }]);
}
