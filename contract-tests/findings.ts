import type { Exchange } from './target/exchange';

/** A statement that does not hold: what it would have been, what it was instead, and the exchange that shows it. */
export class Violation extends Error {
  override readonly name = 'Violation';

  constructor(
    readonly expected: string,
    readonly observed: string,
    readonly exchange?: Exchange,
  ) {
    super(`expected ${expected}, observed ${observed}`);
  }
}

/** The target gave no chance to check a statement. Never a silent pass: the reason is reported. */
export class NotExercised extends Error {
  override readonly name = 'NotExercised';
}

/** An update that the target refuses for the state in which an entry is, as its document says that it may: of which fields. */
export class Conflict extends NotExercised {
  constructor(
    message: string,
    readonly identifier: string,
    readonly fields: string[],
  ) {
    super(message);
  }
}

/** The same of a target that said it was too busy, which passes. */
export class Busy extends NotExercised {}

/** A request that got no answer: the connection failed, or the time ran out. */
export class NoAnswer extends Error {
  override readonly name: string = 'NoAnswer';
  /** What was asked, once the target has said where. */
  asked: Pick<Exchange, 'url' | 'request'> | undefined;
}

/** The same of an answer that came and cannot be read: its length or its encoding is not that of its body, or it is no HTTP. */
export class Unreadable extends NoAnswer {
  override readonly name = 'Unreadable';
}

/** The same of one for which the time ran out. */
export class TimedOut extends NoAnswer {
  override readonly name = 'TimedOut';
}

/** The run is over before its end, as it was interrupted or its target is gone: nothing more is known of any statement. */
export class Ended extends Error {
  override readonly name = 'Ended';
}

/** What a check changed and could not put back; `cause` is what the check itself found, if it found anything. */
export class NotRestored extends Error {
  override readonly name = 'NotRestored';

  /** @param refused the fields that the target refused as they were, each by itself */
  constructor(
    message: string,
    options?: ErrorOptions,
    readonly refused: string[] = [],
  ) {
    super(message, options);
  }
}
