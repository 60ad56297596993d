/** The path of a request target as sent: without query and fragment, and without the host where it is in absolute form. */
export function pathOf(target: string): string {
  return /^[^?#]*/.exec(withoutHost(target))?.[0] || '/';
}

/** The query of a request target as sent, without its question mark; empty where there is none. */
export function queryOf(target: string): string {
  return /\?([^#]*)/.exec(withoutHost(target).replace(/#.*$/s, ''))?.[1] ?? '';
}

/** In absolute form (RFC 9112, section 3.2.2) there may be a password before the host. */
function withoutHost(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
}
