import { isObject, type Json, type List, type Merge, memberOf, type Read, type Service } from '../spec';
import type { CalendarDate } from './calendar';
import { accept, type Exchange } from './exchange';
import { Refusal } from './refusal';
import type { Entry } from './state/kind';
import type { Store } from './state/store';
import { summaryOf } from './state/summary';
import { withoutWriteOnly } from './state/write-only';

/** What an action needs beside the request. */
export interface Surroundings {
  service: Service;
  store: Store;
  today: CalendarDate;
}

/**
 * Does what an operation means.
 * @returns the body of the success response
 * @throws {Refusal} unknown-resource, page-past-the-end, empty-patch or invalid-body
 */
export function act(exchange: Exchange, surroundings: Surroundings): Json {
  const { service } = surroundings;
  const { meaning, returns } = exchange.operation;
  const summary = summaryOf(service, exchange.operation);
  // Entries are only read from here on.
  const shown = (entry: Entry) => withoutWriteOnly(service, returns, summary ? summary(entry) : entry) as Json;
  switch (meaning.action) {
    case 'list':
      return list(meaning, exchange, surroundings).map(shown);
    case 'read':
      return shown(read(meaning, exchange, surroundings));
    case 'merge':
      return shown(merge(meaning, exchange, surroundings));
  }
}

function list(
  { resource, order, from, page }: List,
  exchange: Exchange,
  { service, store, today }: Surroundings,
): readonly Entry[] {
  const { query } = exchange;
  const bound = from && (memberOf(query, from.parameter.name) ?? (from.default === 'today' ? today : undefined));
  const selected =
    from && bound !== undefined
      ? store.listFrom(resource, order, from.field, bound, today)
      : store.list(resource, order, today);
  if (page === undefined) return selected;
  const size = numberIn(query, page.size.name) ?? page.defaultSize ?? selected.length;
  const number = numberIn(query, page.number.name) ?? page.first;
  const start = (number - page.first) * size;
  if (start > 0 && start >= selected.length && !accept(service, exchange, 'page-past-the-end')) {
    throw new Refusal(
      'page-past-the-end',
      `There are ${selected.length} entries, so there is no page ${number} of ${size} each.`,
    );
  }
  return start < 0 || size < 0 ? [] : selected.slice(start, start + size);
}

function numberIn(query: Exchange['query'], name: string): number | undefined {
  const value = memberOf(query, name);
  return typeof value === 'number' ? value : undefined;
}

function read({ resource, key }: Read, { path }: Exchange, { store, today }: Surroundings): Entry {
  const identifier = path.get(key.parameter.name) ?? '';
  return store.read(resource, identifier, today) ?? unknown(resource, identifier);
}

function merge({ resource, key }: Merge, exchange: Exchange, { service, store, today }: Surroundings): Entry {
  const { path, body } = exchange;
  const identifier = path.get(key.parameter.name) ?? '';
  const patch = isObject(body) ? body : {};
  if (Object.keys(patch).length === 0) {
    if (store.read(resource, identifier, today) === undefined) unknown(resource, identifier);
    if (!accept(service, exchange, 'empty-patch')) throw new Refusal('empty-patch', 'The update has no field.');
  }
  const result = store.merge(resource, identifier, patch, today);
  if (result.outcome === 'merged') return result.entry;
  if (result.outcome === 'unknown') return unknown(resource, identifier);
  const errors = result.nonconformities.map(({ pointer, rule, message }) => ({
    in: 'body' as const,
    pointer,
    rule,
    message,
  }));
  const detail = errors.map(({ pointer, message }) => `After the update ${pointer || resource} ${message}.`).join(' ');
  throw new Refusal('invalid-body', detail, errors);
}

function unknown(resource: string, identifier: string): never {
  throw new Refusal('unknown-resource', `In ${resource} there is no "${identifier}".`);
}
