import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  ConfigurationError,
  type Fault,
  isObject,
  type JsonObject,
  memberOf,
  type Operation,
  pointerTo,
  type Resource,
  readYaml,
  type Service,
  type YamlSource,
} from '../spec';
import type { CalendarDate } from './calendar';
import type { Conformance } from './conformance';
import { canonicalKey } from './identifiers';
import { resolveDates, TODAY_TAG } from './relative-date';
import { entriesOf, patternFaults, type WeeklyPattern } from './weekly';

/** The entries of every resource on one day, in the order of the fixtures. */
export type Dataset = Map<string, readonly JsonObject[]>;

/** An entry with the place that it was written at. */
interface PlacedEntry {
  entry: JsonObject;
  placeOf: (pointer: string) => string;
}

/**
 * The data that the mock starts with. YAML files whose members are resources: each a list of entries, or a weekly pattern of
 * them. Dates may be relative to today, which is why the data is a function of it.
 */
export class Fixtures {
  readonly #service: Service;
  readonly #sources: YamlSource[];

  private constructor(service: Service, sources: YamlSource[]) {
    this.#service = service;
    this.#sources = sources;
  }

  /**
   * Reads fixtures and holds them against the document.
   * @param path a YAML file, or a folder of them; without one the data is what the document gives as examples
   * @throws {ConfigurationError} with every entry that does not conform, each with its place
   */
  static read(service: Service, path: string | undefined, conformance: Conformance, today: CalendarDate): Fixtures {
    const sources = path === undefined ? [] : filesOf(path).map((file) => readYaml(file, undefined, [TODAY_TAG]));
    const fixtures = new Fixtures(service, sources);
    const faults = [...fixtures.#structureFaults(today)];
    if (faults.length === 0) faults.push(...fixtures.#entryFaults(conformance, today));
    if (faults.length > 0) throw new ConfigurationError(`read the fixtures ${path ?? 'in the document'}`, faults);
    return fixtures;
  }

  /** The data as it is on a day. */
  on(today: CalendarDate): Dataset {
    return new Map(
      this.#service.resources.map((resource) => [
        resource.name,
        this.#placedEntries(resource, today).map(({ entry }) => entry),
      ]),
    );
  }

  #placedEntries(resource: Resource, today: CalendarDate): PlacedEntry[] {
    if (this.#sources.length === 0) return exampleEntries(this.#service, resource);
    return this.#sources.flatMap((source) => {
      const written = memberOf(source.value, resource.name);
      const placed = (entry: JsonObject, at: string): PlacedEntry => ({
        entry,
        placeOf: (pointer) => source.positions.placeOf(rootOf(source), at + pointer),
      });
      const at = pointerTo('', resource.name);
      if (Array.isArray(written)) {
        // #structureFaults has seen that each is an object.
        return written.map((entry, index) => placed(resolveDates(entry, today) as JsonObject, pointerTo(at, index)));
      }
      if (written === undefined || written === null) return [];
      const pattern = this.#pattern(resource, written, today);
      return entriesOf(pattern).map(({ entry, pointer }) => placed(entry, `${at}/weekly${pointer}`));
    });
  }

  #pattern(resource: Resource, written: unknown, today: CalendarDate): WeeklyPattern {
    const pattern = resolveDates(memberOf(written, 'weekly'), today) as JsonObject; // seen by #structureFaults, as all below
    return {
      field: dateFieldOf(this.#service, resource, pattern) ?? '',
      from: pattern.from as CalendarDate,
      to: pattern.to as CalendarDate,
      days: pattern.days as JsonObject,
      except: (pattern.except ?? {}) as JsonObject,
    };
  }

  *#structureFaults(today: CalendarDate): Iterable<Fault> {
    const known = this.#service.resources.map(({ name }) => name);
    for (const source of this.#sources) {
      const { file, value, positions } = source;
      if (!isObject(value)) {
        yield {
          place: `${file}:1`,
          message: `A fixture is a mapping by resource. The document has ${known.join(', ')}.`,
        };
        continue;
      }
      const place = (pointer: string) => positions.placeOf(value, pointer);
      for (const [name, written] of Object.entries(value)) {
        const at = pointerTo('', name);
        const resource = this.#service.resources.find((candidate) => candidate.name === name);
        if (resource === undefined) {
          yield {
            place: place(at),
            message: `"${name}" is no resource of the document. Its resources are ${known.join(', ')}.`,
          };
        } else if (Array.isArray(written)) {
          for (const [index, entry] of written.entries()) {
            if (!isObject(entry))
              yield { place: place(pointerTo(at, index)), message: 'An entry is a mapping of its fields.' };
          }
        } else if (isObject(written) && isObject(written.weekly)) {
          const pattern = resolveDates(written.weekly, today) as JsonObject; // a mapping stays one
          for (const { pointer, message } of patternFaults(pattern, dateFieldOf(this.#service, resource, pattern))) {
            yield { place: place(`${at}/weekly${pointer}`), message };
          }
        } else if (written !== null) {
          yield {
            place: place(at),
            message: `"${name}" must be a list of entries, or "weekly:" with a pattern of them.`,
          };
        }
      }
    }
  }

  *#entryFaults(conformance: Conformance, today: CalendarDate): Iterable<Fault> {
    for (const resource of this.#service.resources) {
      const seen = new Set<string>();
      const once = onlyOnce();
      const entries = this.#placedEntries(resource, today);
      for (const { entry, placeOf } of entries) {
        for (const { pointer, message } of entryFaults(resource, entry, conformance)) {
          const fault = {
            place: placeOf(pointer),
            message: `${pointer.slice(1).replaceAll('/', '.') || resource.name} ${message}.`,
          };
          if (once(fault)) yield fault;
        }
        for (const field of uniqueFieldsOf(this.#service, resource)) {
          const value = `${field} ${canonicalKey(memberOf(entry, field), resource.key)}`;
          if (seen.has(value))
            yield { place: placeOf(pointerTo('', field)), message: `${field} stands twice; it has to be unique.` };
          seen.add(value);
        }
      }
    }
  }
}

function* entryFaults(resource: Resource, entry: JsonObject, conformance: Conformance) {
  const [schema] = resource.schemas;
  yield* resource.schemas.flatMap((each) => conformance.check(each, entry));
  const open = schema.value.additionalProperties === true || isObject(schema.value.additionalProperties);
  for (const field of Object.keys(entry)) {
    if (!open && resource.fields.size > 0 && !resource.fields.has(field)) {
      yield {
        pointer: pointerTo('', field),
        message: `is not a known field. Known are ${[...resource.fields.keys()].join(', ')}`,
      };
    }
  }
  if (
    resource.key &&
    typeof memberOf(entry, resource.key.field) !== 'string' &&
    typeof memberOf(entry, resource.key.field) !== 'number'
  ) {
    yield { pointer: '', message: `has no ${resource.key.field}, which identifies it` };
  }
}

/** The fields of which no two entries may share a value. */
function uniqueFieldsOf({ operations }: Service, resource: Resource): Set<string> {
  const fields = new Set(resource.key ? [resource.key.field] : []);
  for (const { meaning } of operations) {
    if (meaning.action === 'list' && meaning.resource === resource.name && meaning.order?.unique)
      fields.add(meaning.order.by);
  }
  return fields;
}

/** The field that takes the date of a pattern: the one that it names, or the one by which the entries are listed. */
function dateFieldOf({ operations }: Service, resource: Resource, pattern: JsonObject): string | undefined {
  if (typeof pattern.field === 'string') return pattern.field;
  const list = operations
    .map(({ meaning }) => meaning)
    .find((meaning) => meaning.action === 'list' && meaning.resource === resource.name);
  return list?.action === 'list' ? (list.from?.field ?? list.order?.by) : undefined;
}

/** What the document shows as examples of a resource, each entry once. */
function exampleEntries(service: Service, resource: Resource): PlacedEntry[] {
  const examples = service.operations.filter(({ meaning }) => meaning.resource === resource.name).flatMap(exampleOf);
  const entries = new Map<string, PlacedEntry>();
  for (const { entry, pointer } of examples) {
    const identity = resource.key
      ? canonicalKey(memberOf(entry, resource.key.field), resource.key)
      : JSON.stringify(entry);
    if (!entries.has(identity)) entries.set(identity, { entry, placeOf: () => service.placeOf(pointer) });
  }
  return [...entries.values()];
}

function exampleOf({ success }: Operation): { entry: JsonObject; pointer: string }[] {
  const example = success.content.find((content) => content.example !== undefined)?.example;
  return (Array.isArray(example) ? example : [example])
    .filter(isObject)
    .map((entry) => ({ entry, pointer: success.pointer }));
}

function filesOf(path: string): string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  const files = readdirSync(path)
    .filter((name) => /\.(ya?ml|json)$/.test(name))
    .toSorted();
  if (files.length === 0)
    throw new ConfigurationError(`read the fixtures ${path}`, [
      { place: path, message: 'The folder has no YAML file.' },
    ]);
  return files.map((name) => join(path, name));
}

function rootOf({ value }: YamlSource): object {
  return isObject(value) ? value : {};
}

/** Says of a fault whether it is the first of its kind: a pattern repeats its own week after week. */
function onlyOnce(): (fault: Fault) => boolean {
  const seen = new Set<string>();
  return ({ place, message }) => !seen.has(place + message) && Boolean(seen.add(place + message));
}
