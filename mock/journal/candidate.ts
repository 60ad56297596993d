import { parse } from 'node:querystring';
import type { Json } from '../../spec';
import { headersByName, parsed } from './entry';
import { textOf } from './kept-body';
import type { Recording } from './recording';
import { pathOf, queryOf } from './target';

/** A recorded exchange as expectations are held against it: with its credentials, and read when it is first asked for. */
export class Candidate {
  #query: Record<string, unknown> | undefined;
  #headers: ReadonlyMap<string, string> | undefined;
  #body: { value: Json | undefined } | undefined;

  constructor(readonly recording: Recording) {}

  get path(): string {
    return pathOf(this.recording.target);
  }

  get query(): Record<string, unknown> {
    this.#query ??= parse(queryOf(this.recording.target), '&', '=', { maxKeys: 0 });
    return this.#query;
  }

  get headers(): ReadonlyMap<string, string> {
    this.#headers ??= headersByName(this.recording.headers);
    return this.#headers;
  }

  /** Undefined where there was none. */
  get body(): Json | undefined {
    const { requestBody } = this.recording;
    this.#body ??= { value: requestBody ? parsed(textOf(requestBody)) : undefined };
    return this.#body.value;
  }
}
