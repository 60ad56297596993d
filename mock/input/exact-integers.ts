/** Fewer digits than the first integer has that JSON.parse cannot read as it is written. */
const LONG = /\d{16}/;

/** The strings and the numbers of a JSON text. A string that nobody ends reaches to its end, and is not looked for from each of its quotes. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d[\d.eE+-]*/gs;

/** The first integer of a JSON text that would be another once it is read (RFC 8259, section 6); undefined where there is none. */
export function inexactInteger(text: string): string | undefined {
  if (!LONG.test(text)) return undefined;
  return text.match(TOKENS)?.find((token) => /^-?\d{16,}$/.test(token) && !isExact(token));
}

function isExact(token: string): boolean {
  const value = Number(token);
  return Number.isFinite(value) && BigInt(value) === BigInt(token);
}
