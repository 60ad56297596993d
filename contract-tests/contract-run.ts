import { basename } from 'node:path';
import { packageVersion, type Service } from '../spec';
import type { Configuration } from './configuration';
import { MOCK_TARGET } from './deviations';
import { readDeviations } from './deviations-file';
import { examine, type Outcome } from './examine';
import { Ended } from './findings';
import type { CheckToJudge, RunToJudge } from './jest/handover';
import { judgementOf } from './judgement';
import { type Opening, openTarget } from './open-target';
import { type Check, planChecks, titleOf } from './plan';
import { createSchedule } from './schedule';
import { SeenFields } from './seen-fields';
import { type Summary, summarize } from './summary';
import { redactedError } from './target/redacted-error';
import type { Target } from './target/target';
import { SchemaOracle } from './values/oracle';

/** The checks of one run, of a target that is open, and what has come of them so far. */
export class ContractRun implements RunToJudge {
  /** Of the service. */
  readonly title: string;
  readonly checks: readonly CheckToJudge[];
  readonly configuration: Configuration;
  readonly target: Target;
  readonly #service: Service;
  readonly #planned: readonly Check[];
  readonly #seenFields: SeenFields;
  readonly #began = new Date();
  readonly #outcomes: Outcome[] = [];
  /** Why the run was over before its end. */
  #ended: string | undefined;

  constructor({ configuration, service, ...access }: Opening) {
    const { strict, seed, runs, only, together = false } = configuration;
    this.title = service.title;
    this.configuration = configuration;
    this.#service = service;
    this.#planned = planChecks(service, only);
    this.#seenFields = new SeenFields(service);
    this.target = this.#seenFields.watch(openTarget({ configuration, service, ...access }));
    const { target } = this;
    const options = { service, target, oracle: SchemaOracle.of(service), strict, seed, runs };
    const { mayWrite } = configuration;
    const outcomeOf = createSchedule(this.#planned, (check) => examine(check, options), { together, mayWrite });
    const judge = async (check: Check) => {
      const outcome = await outcomeOf(check).catch((error: unknown) => {
        if (!(error instanceof Ended)) throw redactedError(error, target.redact);
        this.#ended = target.redact(error.message);
        return undefined;
      });
      if (outcome !== undefined) this.#outcomes.push(outcome);
      return judgementOf(outcome);
    };
    this.checks = this.#planned.map((check) => ({ title: titleOf(check), judge: () => judge(check) }));
  }

  /** What has come of the checks that were made, against what was planned. */
  summary(): Summary {
    const { spec, overlays, baseUrl, strict, mayWrite, seed, deviations } = this.configuration;
    const facts = {
      service: this.title,
      documents: [spec, ...overlays].map((file) => basename(file)),
      target: baseUrl ?? MOCK_TARGET,
      version: packageVersion,
      started: this.#began.toISOString(),
      seconds: Math.round((Date.now() - this.#began.getTime()) / 100) / 10,
      strict,
      mayWrite,
      seed,
      unseenFields: this.#seenFields.unseen(),
      ...(this.#ended !== undefined && { ended: this.#ended }),
    };
    const accepted = deviations === undefined ? [] : readDeviations(deviations, this.#service);
    return summarize(facts, this.#planned, this.#outcomes, accepted);
  }
}
