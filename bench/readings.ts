import type { FigureId } from './figures';
import { median } from './statistics';
import type { SubjectId } from './subjects';

/** What one round gave: a number, or why there is none. */
export type Outcome = { value: number } | { problem: string };

/** One measured number of one subject. */
export type Reading = { figure: FigureId; subject: SubjectId } & Outcome;

/** A subject's figure over all rounds. */
export type Figure = { median: number; byRound: ReadonlyMap<number, number> } | { problem: string };

/** All readings of a run, by the round that they were taken in. */
export class Readings {
  readonly #taken: (Reading & { round: number })[] = [];

  add(round: number, readings: readonly Reading[]): void {
    for (const reading of readings) this.#taken.push({ ...reading, round });
  }

  /** One problem voids the figure: a median of the rounds that went well would flatter. Undefined where it was not measured. */
  figure(figure: FigureId, subject: SubjectId): Figure | undefined {
    const taken = this.#taken.filter((reading) => reading.figure === figure && reading.subject === subject);
    for (const reading of taken) if ('problem' in reading) return { problem: reading.problem };
    const placed = taken.flatMap((reading) => ('value' in reading ? [reading] : []));
    if (placed.length === 0) return undefined;
    const inRound = (round: number) => placed.filter((reading) => reading.round === round).map(({ value }) => value);
    const byRound = new Map(placed.map(({ round }) => [round, median(inRound(round))]));
    return { median: median(placed.map(({ value }) => value)), byRound };
  }

  /** Every figure that is void, with the reason. */
  problems(): { figure: FigureId; subject: SubjectId; problem: string }[] {
    return this.#taken.flatMap((reading) =>
      'problem' in reading ? [{ figure: reading.figure, subject: reading.subject, problem: reading.problem }] : [],
    );
  }
}
