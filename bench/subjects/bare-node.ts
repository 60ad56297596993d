import type { JsonObject } from '../../spec';
import { readConstants } from './constants';
import { listen } from './listen';

/** The least that Node can do: bytes that were made before, whatever is asked. What was sent is not read. */
const { event, hours } = readConstants();
const [eventBytes, hoursBytes] = [bytesOf(event), bytesOf(hours)];

listen((request, response) => {
  const bytes = request.url?.startsWith('/museum-hours') ? hoursBytes : eventBytes;
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': bytes.length });
  response.end(bytes);
});

function bytesOf(body: JsonObject | JsonObject[]): Buffer {
  return Buffer.from(JSON.stringify(body));
}
