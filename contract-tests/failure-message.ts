import type { Outcome } from './examine';

/** What a reader needs to see, to believe and to repeat a finding. */
export function messageOf({ statement, documentation, finding, notRestored, notes = [], flaky }: Outcome): string {
  const lines: [string, string | undefined][] = [
    ['says', documentation],
    ['expected', finding?.expected],
    ['observed', finding?.observed],
    ['answer', finding?.answer],
    ['again', finding?.curl],
    ['left', notRestored && `NOT PUT BACK: ${notRestored}`],
    ['flaky', flaky ? 'It passed when it was made again: what it states does not always hold.' : undefined],
    ...notes.map((note): [string, string] => ['note', note]),
  ];
  const shown = lines.flatMap(([label, text]) => (text ? [`${label.padEnd(9)}  ${text}`] : []));
  return [statement, ...shown].join('\n');
}
