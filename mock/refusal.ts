import type { Condition } from '../spec';

/** One fault of a request's input, as a problem document lists it. */
export interface InputError {
  in: 'path' | 'query' | 'header' | 'cookie' | 'body';
  /** The parameter, as the document spells it. */
  name?: string;
  /** JSON Pointer (RFC 6901) into the body. */
  pointer?: string;
  /** The schema keyword that was broken. */
  rule: string;
  /** What was expected and what was received. */
  message: string;
}

/** An input error and the condition that it is a case of. */
export interface InputFault {
  condition: Condition;
  error: InputError;
}

/** A request that is not served: the condition that arose. The one way to refuse is to throw it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  /**
   * @param condition picks the response of the document
   * @param detail a sentence for the caller
   * @param errors for invalid input, each fault
   * @param headers that the answer has to carry
   */
  constructor(
    readonly condition: Condition,
    readonly detail: string,
    readonly errors: InputError[] = [],
    readonly headers: Record<string, string> = {},
  ) {
    super(`${condition}: ${detail}`);
  }
}
