import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { Fault, Service } from '../../spec';

/** Headers that the document or the protocol decides. */
const NOT_YOURS = /^(host|content-length|content-type|transfer-encoding|connection|accept)$/i;

/**
 * The headers that every request carries, from HEADERS: a line each, `Name: value`. They stand in the environment, where `--header`
 * puts them, because their values may be secret.
 */
export function readHeaders(
  service: Service,
  { HEADERS = '' }: Readonly<Record<string, string | undefined>>,
  faults: Fault[] = [],
): Record<string, string> {
  const carriers = service.operations
    .flatMap(({ security }) => security.flat())
    .filter((credential) => credential.in === 'header')
    .map(({ carrier }) => carrier.toLowerCase());
  const headers: Record<string, string> = {};
  for (const line of HEADERS.split('\n').filter((each) => each.trim() !== '')) {
    const [, name = '', value = ''] = /^([^:]*):\s*(.*?)\s*$/.exec(line) ?? [];
    const wrong = faultOf(name, value, carriers);
    if (wrong !== undefined) faults.push({ place: '--header', message: wrong });
    else headers[name] = value;
  }
  return headers;
}

/** No message shows a value. */
function faultOf(name: string, value: string, carriers: string[]): string | undefined {
  if (name === '') return 'It is not of the form "Name: value".';
  if (carriers.includes(name.toLowerCase())) return `${name} carries the credential. Give that as AUTH_TOKEN.`;
  if (NOT_YOURS.test(name)) return `${name} is what the checks themselves decide.`;
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return undefined;
  } catch {
    return `"${name}" is no header's name, or its value has a character that no header may carry.`;
  }
}
