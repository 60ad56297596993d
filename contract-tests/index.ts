export type { Deviation, JudgedDeviation } from './deviations';
export { type ExamineOptions, examine, type Finding, type Outcome, type Verdict } from './examine';
export type { CarriedCredential, Exchange } from './exchange';
export { SchemaOracle } from './oracle';
export { type Check, planChecks } from './plan';
export type { Rule } from './rule';
export { ALL_RULES } from './rules/all-rules';
export type { RunFacts, Summary, UnseenField } from './summary';
export { createTarget, type Target, type TargetOptions } from './target';
