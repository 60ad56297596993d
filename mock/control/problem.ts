import type { Json } from '../../spec';

/** What can be wrong about a control request, or about the session of any request: each with its status and title. */
const PROBLEMS = {
  'control-off': { status: 403, title: 'Control API is off' },
  'cross-site': { status: 403, title: 'Cross-site request' },
  'control-token': { status: 401, title: 'No control token' },
  'unknown-control-path': { status: 404, title: 'Unknown control path' },
  'control-method': { status: 405, title: 'Method not allowed' },
  'control-media-type': { status: 415, title: 'Unsupported media type' },
  'control-body-too-large': { status: 413, title: 'Body too large' },
  'malformed-control-body': { status: 400, title: 'Malformed JSON' },
  'invalid-control-body': { status: 400, title: 'Invalid body' },
  'invalid-state': { status: 400, title: 'Invalid state' },
  'unknown-name': { status: 404, title: 'Unknown name' },
  'malformed-name': { status: 400, title: 'Malformed name' },
  'too-many-snapshots': { status: 409, title: 'Too many snapshots' },
  'invalid-filter': { status: 400, title: 'Invalid filter' },
  'not-verified': { status: 409, title: 'Not verified' },
  'invalid-preference': { status: 400, title: 'Invalid preference' },
  'missing-session': { status: 400, title: 'No session' },
  'malformed-session': { status: 400, title: 'Malformed session name' },
  'not-saved': { status: 503, title: 'State not saved' },
  'too-many-sessions': { status: 503, title: 'Too many sessions' },
} as const;

/** One fault of a control request's body. */
export interface BodyError {
  /** JSON Pointer (RFC 6901) into the body. */
  pointer: string;
  message: string;
}

/** A request that Docent itself refuses, beside the conditions of the document. The one way to refuse it is to throw this. */
export class ControlRefusal extends Error {
  override readonly name = 'ControlRefusal';
  readonly status: number;

  /**
   * @param kind what is wrong
   * @param detail a sentence for the caller that says what would be right
   * @param errors for an invalid body, each fault
   * @param headers that the answer has to carry
   * @param members further ones of the problem document
   */
  constructor(
    readonly kind: keyof typeof PROBLEMS,
    readonly detail: string,
    readonly errors: readonly BodyError[] = [],
    readonly headers: Readonly<Record<string, string>> = {},
    readonly members: Readonly<Record<string, Json>> = {},
  ) {
    super(`${kind}: ${detail}`);
    this.status = PROBLEMS[kind].status;
  }

  /** The problem document (RFC 9457) of its answer. */
  toProblem(): string {
    const { kind, status, detail, errors, members } = this;
    const { title } = PROBLEMS[kind];
    return JSON.stringify({
      type: `urn:docent:${kind}`,
      title,
      status,
      detail,
      ...(errors.length > 0 ? { errors } : {}),
      ...members,
    });
  }
}
