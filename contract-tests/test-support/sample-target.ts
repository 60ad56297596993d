import { Memory } from '../target/memory';
import type { Target } from '../target/target';

/** For tests: a target that answers everything with one JSON value. */
export function targetThatAnswers(value: unknown, status = 200): Target {
  return {
    name: 'a sample',
    mayWrite: false,
    today: () => '2027-03-01',
    identifiersFor: () => [],
    settled: new Map(),
    memory: new Memory(),
    isRegained: async () => false,
    isReopened: async () => false,
    redact: (text) => text,
    send: async (request) => ({ url: '', request, response: { status, headers: {}, text: '', json: { value } } }),
  };
}
