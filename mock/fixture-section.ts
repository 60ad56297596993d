import {
  type Fault,
  isObject,
  type JsonObject,
  memberOf,
  pointerTo,
  type Resource,
  type Service,
  type YamlSource,
} from '../spec';
import type { CalendarDate } from './calendar';
import { resolveDates } from './relative-date';
import { entriesOf, patternFaults, type WeeklyPattern } from './weekly';

/** An entry with the place that its parts were written at. */
export interface PlacedEntry {
  entry: JsonObject;
  placeOf(pointer: string): string;
}

/** What one fixture file has of one resource: a list of entries, or a weekly pattern of them. */
export class FixtureSection {
  readonly resource: Resource;
  readonly #service: Service;
  readonly #source: YamlSource;
  readonly #at: string;
  readonly #written: unknown;

  constructor(service: Service, source: YamlSource, resource: Resource) {
    this.resource = resource;
    this.#service = service;
    this.#source = source;
    this.#at = pointerTo('', resource.name);
    this.#written = memberOf(source.value, resource.name) ?? [];
  }

  /** What is wrong with how the section is written; its entries may be at fault besides. */
  faults(today: CalendarDate): Fault[] {
    const fault = (pointer: string, message: string): Fault => ({ place: this.#placeOf(pointer), message });
    if (Array.isArray(this.#written)) {
      return [...this.#written.entries()]
        .filter(([, entry]) => !isObject(entry))
        .map(([index]) => fault(pointerTo('', index), 'An entry is a mapping of its fields.'));
    }
    const pattern = this.#pattern(today);
    if (pattern === undefined) {
      const { name } = this.resource;
      return [fault('', `"${name}" must be a list of entries, or "weekly:" with a pattern of them.`)];
    }
    return patternFaults(pattern, this.#dateField(pattern)).map(({ pointer, message }) =>
      fault(`/weekly${pointer}`, message),
    );
  }

  /** The entries as they are on a day; none of a pattern that is at fault. */
  entries(today: CalendarDate): PlacedEntry[] {
    const placed = (entry: JsonObject, at: string): PlacedEntry => ({
      entry,
      placeOf: (pointer) => this.#placeOf(at + pointer),
    });
    if (Array.isArray(this.#written)) {
      return this.#written.flatMap((entry, index) => {
        const resolved = resolveDates(entry, today);
        return isObject(resolved) ? placed(resolved, pointerTo('', index)) : [];
      });
    }
    const pattern = this.#pattern(today);
    const field = pattern && this.#dateField(pattern);
    if (pattern === undefined || field === undefined || patternFaults(pattern, field).length > 0) return [];
    const weekly = { except: {}, ...pattern, field } as unknown as WeeklyPattern; // without faults it is one
    return entriesOf(weekly).map(({ entry, pointer }) => placed(entry, `/weekly${pointer}`));
  }

  #pattern(today: CalendarDate): JsonObject | undefined {
    const pattern = resolveDates(memberOf(this.#written, 'weekly') ?? null, today);
    return isObject(pattern) ? pattern : undefined;
  }

  /** The field that takes the date of a pattern: the one that it names, or the one by which the entries are listed. */
  #dateField(pattern: JsonObject | undefined): string | undefined {
    if (typeof pattern?.field === 'string') return pattern.field;
    for (const { meaning } of this.#service.operations) {
      if (meaning.action === 'list' && meaning.resource === this.resource.name)
        return meaning.from?.field ?? meaning.order?.by;
    }
    return undefined;
  }

  #placeOf(pointer: string): string {
    const { positions, value, file } = this.#source;
    return isObject(value) ? positions.placeOf(value, this.#at + pointer) : `${file}:1`;
  }
}
