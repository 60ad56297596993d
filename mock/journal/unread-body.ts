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

  /**
   * What is kept of it, now that the exchange has ended; undefined where nothing has come.
   * @param whenWhole is told where the rest comes after the answer, as the end of a chunked body does that is sent with the request
   */
  end(whenWhole: (body: KeptBody) => void): KeptBody | undefined {
    const now = this.#kept();
    const isOver = this.#isWhole() || this.#bytes > KEPT_BODY || this.#request.destroyed;
    if (isOver) this.#letGo();
    else {
      this.#request.once('end', () => {
        const whole = this.#kept();
        if (whole !== undefined) whenWhole(whole);
      });
      this.#request.once('close', () => this.#letGo());
    }
    return now;
  }

  #kept(): KeptBody | undefined {
    if (this.#bytes === 0) return undefined;
    const text = Buffer.concat(this.#chunks).subarray(0, KEPT_BODY).toString();
    if (this.#isWhole() && this.#bytes <= KEPT_BODY) return text;
    return { text, bytes: Math.max(this.#bytes, this.#announced()) };
  }

  #isWhole(): boolean {
    return this.#announced() > 0 ? this.#bytes >= this.#announced() : this.#request.complete;
  }

  #announced(): number {
    return Number(this.#request.headers['content-length'] ?? 0);
  }

  #letGo(): void {
    this.#isKept = true;
    this.#chunks = [];
  }
}

/** Whether a request has a body that nothing has begun to read, and that could be shown. */
export function hasUnreadBody({ headers, readableFlowing }: IncomingMessage): boolean {
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return false;
  return readableFlowing === null && headers['content-encoding'] === undefined;
}
