export type { Deviation, JudgedDeviation } from './deviations';
export { type ExamineOptions, examine, type Finding, type Outcome, type Verdict } from './examine';
export { type Check, planChecks } from './plan';
export type { Rule } from './rule';
export { ALL_RULES } from './rules/all-rules';
export type { RunFacts, Summary, UnseenField } from './summary';
export type { CarriedCredential, Exchange } from './target/exchange';
export { createTarget, type Target, type TargetOptions } from './target/target';
export { SchemaOracle } from './values/oracle';
