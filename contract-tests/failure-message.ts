import type { Outcome } from './examine';

/** What a reader needs to see, to believe and to repeat a finding. */
export function messageOf({ statement, documentation, finding, notRestored, notes, flaky }: Outcome): string {
  const lines = [
    statement,
    `says       ${documentation}`,
    ...(finding ? [`expected   ${finding.expected}`, `observed   ${finding.observed}`] : []),
    ...(finding?.answer ? [`answer     ${finding.answer}`] : []),
    ...(finding?.curl ? [`again      ${finding.curl}`] : []),
    ...(flaky ? ['flaky      it held when it was checked once more'] : []),
    ...(notRestored ? [`NOT PUT BACK  ${notRestored}`] : []),
    ...(notes ?? []).map((note) => `note       ${note}`),
  ];
  return lines.join('\n');
}
