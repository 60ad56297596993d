/** For tests: what is wrong with a text as XML 1.0 or as HTML that closes its elements; none where it is well-formed. */
export function xmlFaults(text: string, empty: readonly string[] = []): string[] {
  const faults: string[] = [];
  const open: string[] = [];
  let rest = text.replace(/^<\?xml [^?]*\?>\s*|^<!doctype html>\s*/, '');
  while (rest !== '') {
    const [token = rest] = /^(?:<[^>]*>|[^<]+)/.exec(rest) ?? [];
    rest = rest.slice(token.length);
    faults.push(...(token.startsWith('<') ? tagFaults(token, open, empty) : textFaults(token)));
  }
  return [...faults, ...open.map((name) => `<${name}> is not closed`)];
}

function tagFaults(tag: string, open: string[], empty: readonly string[]): string[] {
  const [, slash, name = '', attributes = '', end] = /^<(\/?)([a-z][a-z0-9-]*)((?:\s[^>]*?)?)(\/?)>$/i.exec(tag) ?? [];
  if (name === '') return [`"${tag}" is no tag`];
  if (slash === '/') return open.pop() === name ? [] : [`${tag} closes what is not open`];
  const isWell = /^(\s+[a-z-]+="[^"<]*")*\s*$/i.test(attributes);
  if (end !== '/' && !empty.includes(name)) open.push(name);
  return [...(isWell ? [] : [`"${tag}" has malformed attributes`]), ...textFaults(attributes)];
}

function textFaults(text: string): string[] {
  const [ampersand] = /&(?!(?:amp|lt|gt|quot|#39);)/.exec(text) ?? [];
  const [stranger] = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(text) ?? [];
  return [
    ...(ampersand ? [`a bare ampersand in "${text.slice(0, 80)}"`] : []),
    ...(stranger ? [`U+${stranger.codePointAt(0)?.toString(16)} may not stand in XML`] : []),
  ];
}
