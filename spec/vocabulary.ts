import type { Condition } from './conditions';

/** How a statement is known: each source, and how a contract run treats a statement of it. */
export const SOURCES = {
  documented: { says: 'the documentation says it', violated: 'fails' },
  observed: { says: 'the documentation calls it observed', violated: 'fails' },
  expected: { says: 'common sense or an RFC says it, the documentation does not', violated: 'warns' },
  assumed: { says: 'nobody says it; the mock has to do something', violated: 'is recorded' },
  learned: { says: 'it was measured on a deployment', violated: 'is recorded' },
} as const;

/** How a statement is known, as the document writes it. */
export type Source = keyof typeof SOURCES;

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
