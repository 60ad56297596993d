import type { Credential, Operation } from '../../spec';
import { documentedCredentials } from '../examination';
import type { CarriedCredential } from '../target/exchange';

/** The scheme of all credentials that an operation takes, if they have one; of those that come together, some may have none. */
export function schemeOf({ security }: Operation): string | undefined {
  const schemes = security.flat().map(({ scheme }) => scheme);
  const told = security.length === 1 ? schemes.filter((scheme) => scheme !== undefined) : schemes;
  return new Set(told).size === 1 ? told[0] : undefined;
}

/** The credentials as documented, with another scheme or none where they have one. */
export function withScheme(operation: Operation, scheme: string | undefined): CarriedCredential[] {
  return documentedCredentials(operation).map((each) => (each.scheme === undefined ? each : { ...each, scheme }));
}

/** Of credentials that have to come together, all but one, for each one that is not left out by another alternative too. */
export function incomplete(operation: Operation): CarriedCredential[][] {
  return partings(operation).map(({ rest }) => rest);
}

/** One of several credentials that have to come together, and the rest, which is not enough. */
function partings(operation: Operation): { one: CarriedCredential; rest: CarriedCredential[] }[] {
  const documented = documentedCredentials(operation);
  return documented
    .map((one) => ({ one, rest: documented.filter((each) => each !== one) }))
    .filter(({ rest }) => rest.length > 0 && !isEnough(operation, rest));
}

function isEnough({ security }: Operation, carried: CarriedCredential[]): boolean {
  const isCarried = ({ in: place, carrier }: Credential) =>
    carried.some((each) => each.in === place && each.carrier === carrier);
  return security.some((alternative) => alternative.every(isCarried));
}

/** Where an operation takes credentials from. */
export function placesOf({ security }: Operation): Credential['in'][] {
  return [...new Set(security.flat().map((credential) => credential.in))];
}

/** Names under which services that look elsewhere look. */
const OTHER_NAMES: Record<Credential['in'], string[]> = {
  query: ['access_token', 'token', 'api_key', 'auth', 'key', 'apikey', 'auth_token'],
  cookie: ['access_token', 'token', 'session', 'auth'],
  header: ['X-API-Key'],
};

/** The credential in each place that the document does not name, bare and with its scheme. */
export function misplaced(
  operation: Operation,
  credentials: CarriedCredential[] = documentedCredentials(operation),
): CarriedCredential[][] {
  const elsewhere = (['query', 'cookie', 'header'] as const).filter((place) => !placesOf(operation).includes(place));
  return elsewhere.map((place) =>
    credentials.flatMap(({ carrier, scheme }) => [
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

/** Of credentials that have to come together, one alone in places and headers that the document does not name. */
export function partlyMisplaced(operation: Operation): CarriedCredential[][] {
  return partings(operation).flatMap(({ one, rest }) => {
    const others = otherHeaders(operation);
    const named = [undefined, one.scheme].map((scheme) => others.filter((other) => other.scheme === scheme));
    return [...misplaced(operation, [one]), ...named].map((wrong) => [...rest, ...wrong]);
  });
}

/** Other headers that services take a credential from. */
const OTHER_HEADERS = [
  'X-API-Key',
  'X-Auth-Token',
  'X-Access-Token',
  'X-Authorization',
  'Proxy-Authorization',
  'Authorization',
  'Authentication',
  'api-key',
];

/** The credential in headers that the document does not name. */
export function otherHeaders(operation: Operation): CarriedCredential[] {
  const documented = operation.security.flat();
  return OTHER_HEADERS.filter((name) => documented.every(({ carrier }) => carrier.toLowerCase() !== name.toLowerCase()))
    .map((carrier) => ({ in: 'header', carrier, value: 'given' }) as const)
    .flatMap((other) => [...new Set([undefined, schemeOf(operation)])].map((scheme) => ({ ...other, scheme })));
}

/** Headers with the scheme and no credential after it, and with nothing at all. */
export function emptyCredentials({ security }: Operation): Record<string, string>[] {
  const [credential] = security[0] ?? [];
  if (credential?.in !== 'header') return [];
  const { carrier, scheme } = credential;
  return [...(scheme === undefined ? [] : [{ [carrier]: scheme }]), { [carrier]: '' }];
}
