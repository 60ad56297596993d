import type { Response } from 'express';

/** The answer to a control request where that is no value: what a browser shows, or a tool reads. */
export class Page {
  constructor(
    readonly status: number,
    readonly headers: Readonly<Record<string, string>>,
    readonly body: string | Buffer,
  ) {}

  /** Its headers replace those that the control API has for its own answers. */
  send(response: Response): void {
    const bytes = Buffer.from(this.body);
    response.status(this.status).set({ 'X-Content-Type-Options': 'nosniff', ...this.headers });
    if (bytes.length > 0) response.setHeader('Content-Length', bytes.length);
    response.end(bytes);
  }
}
