/** The most that is kept of one body, in bytes; of a longer one the beginning. */
export const KEPT_BODY = 64 * 1024;

/** A body as the journal keeps it: its text, or the beginning of a longer one. It may keep many, for which an object each is too much. */
export type KeptBody = string | CutBody;

/** A body of which only the beginning is kept. */
export interface CutBody {
  text: string;
  /** The size of the whole body. */
  bytes: number;
}

/** The body, if only its beginning is kept. */
export function cutBody(body: KeptBody | undefined): CutBody | undefined {
  return typeof body === 'object' ? body : undefined;
}

/** What is kept of the text of a body. */
export function textOf(body: KeptBody): string {
  return typeof body === 'string' ? body : body.text;
}

/** A body to keep, decoded by its charset; a character that the cut at `KEPT_BODY` bytes goes through is left out. */
export function toKept(bytes: Buffer, charset: string): KeptBody {
  if (bytes.length <= KEPT_BODY) return decoded(bytes, charset);
  const text = decoded(bytes.subarray(0, KEPT_BODY), charset);
  return { text: text.replace(/\uFFFD$/, ''), bytes: bytes.length };
}

/** A text to keep, which is `size` bytes long in UTF-8. */
export function toKeptText(text: string, size: number): KeptBody {
  return size > KEPT_BODY ? toKept(Buffer.from(text), 'utf-8') : text;
}

function decoded(bytes: Buffer, charset: string): string {
  if (charset === 'utf-8') return bytes.toString();
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString('latin1'); // an encoding that no browser knows, and no one uses for JSON
  }
}
