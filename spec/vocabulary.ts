import type { Condition } from './conditions';

/**
 * How a statement is known: each source, and how a contract run treats a statement of it.
 *
 * - `says`: what a statement of the source rests on, as a clause.
 * - `violated`: what becomes of a violation in a contract run, as a verb.
 */
export const SOURCES = {
  /** The source of whatever the document marks with none. */
  documented: { says: 'the documentation says it', violated: 'fails' },
  /** As binding in a contract run as `documented`. */
  observed: { says: 'the documentation calls it observed', violated: 'fails' },
  /** Fails a contract run only where that is strict. */
  expected: { says: 'common sense or an RFC says it, the documentation does not', violated: 'warns' },
  /** Also the source of what the mock does with a condition that no response of the document claims. */
  assumed: { says: 'nobody says it; the mock has to do something', violated: 'is recorded' },
  /** Says what one deployment did, which another need not do. */
  learned: { says: 'it was measured on a deployment', violated: 'is recorded' },
} as const;

/** How a statement is known, as the document writes it. */
export type Source = keyof typeof SOURCES;

/** Whether the documentation itself says what has this source, so that a server which breaks it does not conform. */
export function isOfDocumentation(source: Source): boolean {
  return SOURCES[source].violated === 'fails';
}

/** `x-docent` on an operation, as the document writes it. */
export type OperationExtension =
  | {
      action: 'list';
      resource: string;
      source?: Source;
      documentation?: string;
      order?: { by: string; direction?: 'ascending' | 'descending'; unique?: boolean; source?: Source };
      from?: { parameter: string; field: string; default?: 'today'; source?: Source };
      page?: { number: string; size: string; source?: Source };
    }
  | {
      action: 'read' | 'merge';
      resource: string;
      key: string | { parameter: string; field: string };
      source?: Source;
      documentation?: string;
    };

/** `x-docent` on a response, as the document writes it. */
export interface ResponseExtension {
  when?: Condition[];
  source?: Source;
}
