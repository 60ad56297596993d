import { get, type Request } from '../transcript';

/** A list as it is asked for with these parameters, in this order. */
export function hours(parameters: Record<string, string | number>): Request {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
  return get(`/museum-hours${query.size > 0 ? '?' : ''}${query}`);
}

/** So many pages of a list, from the first on, one after the other. */
export function pages(parameters: Record<string, string | number>, count: number): Request[] {
  return Array.from({ length: count }, (_, index) => hours({ ...parameters, page: index + 1 }));
}

/** A read of one event. */
export function readOf(eventId: string): Request {
  return get(`/special-events/${eventId}`);
}
