import { type JournalEntry, toEntry } from './entry';
import { type Expectation, type ExpectationFault, meaningFaults, shapeFaults } from './expectation';
import type { Journal } from './journal';
import type { Redaction } from './redaction';
import { type Failure, type Finding, verify } from './verify';
import { sentencesOf } from './verify-message';

/** The journal of a session, as a test in the same process sees it; the control API shows the same over HTTP. */
export interface JournalControls {
  /** The last exchanges, in the order in which the requests arrived; without credentials. */
  readonly entries: JournalEntry[];
  /** How many older exchanges there was no more room for since it was cleared. */
  readonly dropped: number;
  /** Forgets every exchange that has begun. */
  clear(): void;
  /**
   * Holds the exchanges against what is expected of them.
   * @returns what was found of each expected request
   * @throws {VerificationError} where an expected request did not come, not often enough, too often or not in its turn
   * @throws {TypeError} where the expectation itself is wrong
   */
  verify(expectation: Expectation): Finding[];
}

/** The requests were not those that were expected. */
export class VerificationError extends Error {
  /** Tells the error apart where `instanceof` cannot, as between two copies of the package. */
  override readonly name = 'VerificationError';

  constructor(
    /** At least one, in the order of the expectation. */
    readonly failures: readonly Failure[],
  ) {
    super(`Failed to verify the requests:\n${failures.map((failure) => `  ${sentencesOf(failure)}`).join('\n')}`);
  }
}

/** What rendering and verifying a journal takes beside it. */
export interface JournalReading {
  redaction: Redaction;
  /** The ids of the document's operations. */
  operations: readonly string[];
}

/**
 * The journal of a session for tests in the same process, which see each exchange as soon as it has ended.
 * @param journal asked each time, since a session that was idle for long begins anew
 * @param reading asked each time, since the document may be reloaded
 */
export function journalControls(journal: () => Journal, reading: () => JournalReading): JournalControls {
  return {
    get entries() {
      return entriesOf(journal(), reading().redaction);
    },
    get dropped() {
      return journal().dropped;
    },
    clear: () => journal().clear(),
    verify: (expectation) => {
      const { redaction, operations } = reading();
      const faults = shapeFaults(expectation);
      refuse(faults.length > 0 ? faults : meaningFaults(expectation, operations));
      const { findings, failures } = verify(expectation, journal(), redaction);
      if (failures.length > 0) throw new VerificationError(failures);
      return findings;
    },
  };
}

function entriesOf(journal: Journal, redaction: Redaction): JournalEntry[] {
  return journal.recordings.map((recording) => toEntry(recording, redaction, journal.session));
}

function refuse(faults: readonly ExpectationFault[]): void {
  if (faults.length === 0) return;
  const sentences = faults.map(({ pointer, message }) => `${pointer || 'The expectation'} ${message}.`);
  throw new TypeError(`Failed to verify the requests: ${sentences.join(' ')}`);
}
