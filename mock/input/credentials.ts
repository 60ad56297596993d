import type { Request } from 'express';
import { type Credential, memberOf, type Operation } from '../../spec';

/** The value of a credential in a request, without its authentication scheme; undefined where it is missing or empty. */
export function credentialIn(request: Request, { in: place, carrier, scheme }: Credential): string | undefined {
  const carried = {
    header: () => request.headers[carrier.toLowerCase()],
    query: () => memberOf(request.query, carrier),
    cookie: () => memberOf(request.cookies, carrier),
  }[place]();
  if (typeof carried !== 'string') return undefined;
  if (scheme === undefined) return carried || undefined;
  const [, sent = '', value = ''] = /^(\S+)\s+(.*\S)\s*$/.exec(carried) ?? [];
  return sent.toLowerCase() === scheme.toLowerCase() && value !== '' ? value : undefined;
}

/** Whether a request carries everything that one of the operation's alternatives asks for, right or wrong. */
export function hasCredential(request: Request, { security }: Operation): boolean {
  return security.some((together) => together.every((credential) => credentialIn(request, credential) !== undefined));
}

/** How to authenticate, for the header `WWW-Authenticate` (RFC 9110, section 11.6.1). */
export function challengeOf({ security }: Operation, realm: string): string {
  const quoted = `"${realm.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, '\\$&')}"`;
  const schemes = new Set(
    security
      .flat()
      .map(({ scheme, carrier }) =>
        scheme ? `${scheme} realm=${quoted}` : `ApiKey realm=${quoted}, name="${carrier}"`,
      ),
  );
  return [...schemes].join(', ');
}

/** What a caller without a credential should send. */
export function credentialHint({ security }: Operation): string {
  const alternatives = security.map((together) => together.map(placeOf).join(' and '));
  return `Send ${alternatives.join(', or ')}.`;
}

function placeOf({ in: place, carrier, scheme }: Credential): string {
  if (place === 'header') return `the header "${carrier}: ${scheme ? `${scheme} ` : ''}<token>"`;
  return place === 'query' ? `the query parameter ${carrier}` : `the cookie ${carrier}`;
}
