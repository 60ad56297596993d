/** The most that is kept of one body, in bytes; of a longer one the beginning. */
export const KEPT_BODY = 64 * 1024;

/** A body as the journal keeps it: text, of which a long one has the beginning only. */
export interface KeptBody {
  text: string;
  /** The size of the whole body. */
  bytes: number;
  isTruncated: boolean;
}

/** A body to keep, decoded by its charset; a character that the cut at `KEPT_BODY` bytes goes through is left out. */
export function toKept(bytes: Buffer, charset: string): KeptBody {
  const isTruncated = bytes.length > KEPT_BODY;
  const text = decoded(isTruncated ? bytes.subarray(0, KEPT_BODY) : bytes, charset);
  return { text: isTruncated ? text.replace(/\uFFFD$/, '') : text, bytes: bytes.length, isTruncated };
}

/** A text to keep, which is `size` bytes long in UTF-8. */
export function toKeptText(text: string, size: number): KeptBody {
  return size > KEPT_BODY ? toKept(Buffer.from(text), 'utf-8') : { text, bytes: size, isTruncated: false };
}

function decoded(bytes: Buffer, charset: string): string {
  if (charset === 'utf-8') return bytes.toString();
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString('latin1'); // an encoding that no browser knows, and no one uses for JSON
  }
}
