import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ControlRefusal } from './problem';

/** Whom the mock was told to take control requests from. */
export interface ControlAccess {
  /** Whether the control API answers at all. */
  isOn: boolean;
  /** What every control request has to carry as its Bearer token; undefined where none is asked for. */
  token: string | undefined;
}

/** Whether an address or a host name, as a user writes it, is this machine's own loopback. */
export function isLoopback(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
  return /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(name) || name === '::1' || /^(.+\.)?localhost$/.test(name);
}

/** What has to hold of a control request, in the order in which it is checked. */
const CHECKS = [isSwitchedOn, isFromOwnOrigin, isForOwnName, hasToken];

/**
 * Lets a control request pass that no web page can have sent: without a token the mock takes it on loopback only, and under a
 * loopback name, so that no page reaches it through a name of its own (DNS rebinding).
 * @throws {ControlRefusal} control-off, cross-site or control-token
 */
export function guardControl(request: IncomingMessage, access: ControlAccess): void {
  for (const check of CHECKS) check(request, access);
}

function isSwitchedOn({ socket }: IncomingMessage, { isOn, token }: ControlAccess): void {
  const isLocal = socket.localAddress === undefined || isLoopback(socket.localAddress); // a pipe has no address
  if (isOn && (isLocal || token !== undefined)) return;
  const detail = 'The control API is on where the mock listens on loopback, or was given a control token.';
  throw new ControlRefusal('control-off', `${detail} Give one with --control-token or the option controlToken.`);
}

/** A browser says where a request comes from: a page of another origin is refused, whatever it sends (Fetch Metadata). */
function isFromOwnOrigin(request: IncomingMessage): void {
  const { origin, 'sec-fetch-site': site = 'none' } = request.headers;
  const isOwn = origin === undefined || origin === `http://${hostOf(request)}`;
  if (isOwn && (site === 'none' || site === 'same-origin')) return;
  throw new ControlRefusal('cross-site', 'The control API takes no requests from pages of other origins.');
}

function isForOwnName(request: IncomingMessage, { token }: ControlAccess): void {
  const host = hostOf(request);
  if (host === undefined || token !== undefined) return; // no browser leaves it out, and no page knows the token
  const name = host.replace(/:\d*$/, '');
  if (isLoopback(name)) return;
  const detail = `The control API answers under names of this machine only, such as localhost, not under "${name}".`;
  throw new ControlRefusal('cross-site', `${detail} A control token lifts this.`);
}

/** Whom a request is for: an absolute target says so itself, whatever the header says (RFC 9112, section 3.2.2). */
function hostOf({ url = '', headers: { host } }: IncomingMessage): string | undefined {
  return /^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? host;
}

/** What a browser opens by its URL: there it asks for a password, which is the token (RFC 7617). */
const BROWSED = /^\/_docent\/(docs|openapi)\b/;

/** Chromium reads the first challenge of a header only, which is therefore Basic where it is asked for. */
const CHALLENGE = 'Bearer realm="Docent control API"';

function hasToken({ url = '', headers: { authorization = '' } }: IncomingMessage, { token }: ControlAccess): void {
  if (token === undefined) return;
  const isBrowsed = BROWSED.test(url);
  const sent = bearerTokenIn(authorization) ?? (isBrowsed ? passwordIn(authorization) : undefined);
  if (sent !== undefined && timingSafeEqual(digest(sent), digest(token))) return;
  const detail =
    'Send the header "Authorization: Bearer <token>" with the control token that the mock was started with.';
  const [inBrowser, challenge] = isBrowsed
    ? [' A browser asks for it as a password, with any name.', `Basic realm="Docent control API", ${CHALLENGE}`]
    : ['', CHALLENGE];
  throw new ControlRefusal('control-token', detail + inBrowser, [], { 'WWW-Authenticate': challenge });
}

function bearerTokenIn(authorization: string): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}

function passwordIn(authorization: string): string | undefined {
  const [, encoded = ''] = /^Basic +(\S+)$/i.exec(authorization) ?? [];
  return /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, 'base64').toString())?.[1];
}

/** Digests are of one length, so that comparing them tells nothing of the token. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
