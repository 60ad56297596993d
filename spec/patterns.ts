/** What a regular expression consists of, one character or one escape at a time; a count in braces is one piece. */
const PIECES = /\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\[\s\S]|\{\d+(?:,\d*)?\}|[\s\S]/g;
/** Escapes that stand for many characters. */
const MANY = /^\\[dDsSwWpP]/;
/** Escapes of signs that have no other meaning, which only older dialects allow. */
const NEEDLESS = /^\\[^A-Za-z\d^$\\.*+?()[\]{}|/]$/;

/**
 * A pattern as JSON Schema wants it, a regular expression with Unicode (JSON Schema 2020-12, section 6.4). OpenAPI 3.0 has them by ECMA-262 5.1,
 * which lets authors escape any sign, leave braces as they are and write `[\w-.]`; other tools still do. What stays wrong is returned as it was.
 */
export function toUnicodePattern(pattern: string): string {
  if (isPattern(pattern, 'u') || !isPattern(pattern, '')) return pattern;
  const pieces = pattern.match(PIECES) ?? [];
  let opened: number | undefined;
  const read = pieces.map((piece, index) => {
    if (opened === undefined) {
      if (piece === '[') opened = index;
      return outsideClass(piece);
    }
    if (piece === ']') opened = undefined;
    return opened === undefined ? piece : insideClass(piece, pieces.slice(opened + 1, index), pieces[index + 1]);
  });
  return isPattern(read.join(''), 'u') ? read.join('') : pattern;
}

function outsideClass(piece: string): string {
  if (['{', '}', ']'].includes(piece)) return `\\${piece}`;
  return NEEDLESS.test(piece) ? piece.slice(1) : piece;
}

/** @param before the pieces of the class that came before */
function insideClass(piece: string, before: readonly string[], next = ''): string {
  // A hyphen beside many characters begins or ends no range.
  if (piece === '-' && (MANY.test(before.at(-1) ?? '') || (before.length > 0 && MANY.test(next)))) return '\\-';
  return NEEDLESS.test(piece) && piece !== '\\-' ? piece.slice(1) : piece;
}

function isPattern(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch {
    return false;
  }
}

/** A pattern that a text alone matches, whatever signs it is made of. */
export function literalPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
