import type { Credential, Operation } from '../spec';
import { documentedCredentials } from './examination';
import type { CarriedCredential } from './exchange';

/** The scheme of all credentials that an operation takes, if they have one. */
export function schemeOf({ security }: Operation): string | undefined {
  const schemes = security.flat().map(({ scheme }) => scheme);
  return new Set(schemes).size === 1 ? schemes[0] : undefined;
}

/** Where an operation takes credentials from. */
export function placesOf({ security }: Operation): Credential['in'][] {
  return [...new Set(security.flat().map((credential) => credential.in))];
}

/** Names under which services that look elsewhere look. */
const OTHER_NAMES: Record<Credential['in'], string[]> = {
  query: ['access_token', 'token', 'api_key', 'auth'],
  cookie: ['access_token', 'token', 'session', 'auth'],
  header: ['X-API-Key'],
};

/** The credential in each place that the document does not name, bare and with its scheme. */
export function misplaced(operation: Operation): CarriedCredential[][] {
  const documented = documentedCredentials(operation);
  const elsewhere = (['query', 'cookie', 'header'] as const).filter((place) => !placesOf(operation).includes(place));
  return elsewhere.map((place) =>
    documented.flatMap(({ carrier, scheme }) => [
      ...[carrier, carrier.toLowerCase()].map((name) => ({
        in: place,
        carrier: name,
        scheme,
        value: 'given' as const,
      })),
      ...OTHER_NAMES[place].map((name) => ({ in: place, carrier: name, scheme: undefined, value: 'given' as const })),
    ]),
  );
}

/** Other headers that services take a credential from. */
const OTHER_HEADERS = ['X-API-Key', 'X-Auth-Token', 'X-Access-Token', 'X-Authorization', 'Proxy-Authorization'];

/** The credential in headers that the document does not name. */
export function otherHeaders(operation: Operation): CarriedCredential[] {
  const documented = documentedCredentials(operation);
  return OTHER_HEADERS.filter((name) => documented.every(({ carrier }) => carrier.toLowerCase() !== name.toLowerCase()))
    .map((carrier) => ({ in: 'header', carrier, value: 'given' }) as const)
    .flatMap((other) => [...new Set([undefined, schemeOf(operation)])].map((scheme) => ({ ...other, scheme })));
}

/** The scheme with no credential after it. */
export function emptyCredential({ security }: Operation): Record<string, string> | undefined {
  const [credential] = security[0] ?? [];
  return credential?.in === 'header' && credential.scheme !== undefined
    ? { [credential.carrier]: credential.scheme }
    : undefined;
}
