/** The cookies of a request by name (RFC 6265, section 5.4); of those with the same name, the first. */
export function parseCookies(header = ''): Record<string, string> {
  const pairs = header.split(';').flatMap((pair): [string, string][] => {
    const equals = pair.indexOf('=');
    return equals < 1 ? [] : [[pair.slice(0, equals).trim(), unquoted(pair.slice(equals + 1).trim())]];
  });
  return Object.fromEntries(pairs.toReversed());
}

function unquoted(value: string): string {
  return /^"(.*)"$/.exec(value)?.[1] ?? value;
}
