import type { Operation, Service, Source } from '../spec';
import type { Examination } from './examination';

/** One statement that a service makes, and how to see whether it holds. */
export interface Rule {
  /** Given, never counted: messages, reports and `--only` name it. */
  id: string;
  /** How the statement is known. */
  source: Source | ((operation: Operation, service: Service) => Source);
  /** The statement as a sentence, with the document's own names and numbers. */
  statement: (operation: Operation, service: Service) => string;
  /** The JSON Pointer at which the document says so; the operation's own where there is none better. */
  place?: (operation: Operation, service: Service) => string | undefined;
  /** The most requests that the check makes, where it may be more than others of its operation. */
  requests?: (operation: Operation, planned: { runs: number }) => number;
  /** The operation only reads, but the check updates as well where that is allowed. */
  updatesToo?: true;
  /** What it finds, it finds by comparing answers: a list that changes between them looks like a fault, and is checked again. */
  comparesAnswers?: true;
  appliesTo: (operation: Operation, service: Service) => boolean;
  /** Throws a Violation, or NotExercised; returns where the statement holds. */
  check: (examination: Examination) => Promise<void>;
}
