import type { Judgement } from '../judgement';

/** A check as its test sees it, wherever it is made. */
export interface CheckToJudge {
  title: string;
  /**
   * Makes it.
   * @throws where the rule has a defect of its own, without the credential
   */
  judge(): Promise<Judgement>;
}

/** The checks of a run, and their service's title. */
export interface RunToJudge {
  readonly title: string;
  readonly checks: readonly CheckToJudge[];
}

/** What the thread that runs Jest is started with. */
export interface Errand {
  /** Jest's configuration, as JSON. */
  config: string;
  title: string;
  /** The titles of the checks, in the order in which they are made. */
  checks: string[];
}

/** What that thread is told of each check once it was made: what came of the one at this place of the errand. */
export interface Told {
  place: number;
  judgement: Judgement;
}

/** What Jest could not do, as that thread tells at its end: a test by its title, or the whole of them without. */
export interface Failure {
  title?: string;
  message: string;
}

/** Set by `handOver` alone. The thread is what both sides share: Jest makes its environments by a file's name. */
let handed: RunToJudge | undefined;

/** Hands a run to the environments that Jest makes in this thread. */
export function handOver(run: RunToJudge): void {
  handed = run;
}

/** The run that was handed over; without one, Jest was started by itself. */
export function handedOver(): RunToJudge | undefined {
  return handed;
}
