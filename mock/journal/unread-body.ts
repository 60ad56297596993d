import type { IncomingMessage } from 'node:http';
import { KEPT_BODY, type KeptBody } from './kept-body';

/** What has come of a body that no step reads, because the request was answered before. */
export class UnreadBody {
  readonly #request: IncomingMessage;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #isKept = false;

  constructor(request: IncomingMessage) {
    this.#request = request;
    request.on('data', (chunk: Buffer) => {
      if (!this.#isKept && this.#bytes < KEPT_BODY) this.#chunks.push(chunk);
      this.#bytes += chunk.length;
    });
  }

  /** What is kept of it, now that the exchange has ended; undefined where nothing has come. */
  end(): KeptBody | undefined {
    const text = Buffer.concat(this.#chunks).subarray(0, KEPT_BODY).toString();
    this.#isKept = true;
    this.#chunks = [];
    if (this.#bytes === 0) return undefined;
    const { headers, complete } = this.#request;
    const announced = Number(headers['content-length'] ?? 0);
    const isWhole = announced > 0 ? this.#bytes >= announced : complete;
    return isWhole && this.#bytes <= KEPT_BODY ? text : { text, bytes: Math.max(this.#bytes, announced) };
  }
}

/** Whether a request has a body that nothing has begun to read, and that could be shown. */
export function hasUnreadBody({ headers, readableFlowing }: IncomingMessage): boolean {
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return false;
  return readableFlowing === null && headers['content-encoding'] === undefined;
}
