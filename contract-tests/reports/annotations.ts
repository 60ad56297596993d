import type { Outcome } from '../examine';
import type { Summary } from '../summary';
import { shortened, visible } from './visible';

/**
 * The findings as workflow commands of GitHub Actions, which shows them beside the line of the document that states what
 * was broken. Jest's own reporter would point into the harness instead.
 */
export function annotations({ outcomes, deviations, missing, ended }: Summary): string {
  const lines = [
    ...outcomes.filter(({ verdict }) => verdict === 'violated').map((outcome) => finding('error', outcome)),
    ...outcomes.filter(({ verdict }) => verdict === 'warned').map((outcome) => finding('warning', outcome)),
    ...deviations.flatMap(({ operation, rule, fault, place }) =>
      fault === undefined ? [] : [command('error', `Deviation of ${operation}: ${rule}`, fault, place)],
    ),
    ...(ended === undefined ? missing.map(unmade) : [command('error', 'The run ended early', `${ended}.`, '')]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function unmade({ operation, rule }: Summary['missing'][number]): string {
  return command('error', `${operation}: ${rule}`, 'It was not executed.', '');
}

function finding(level: 'error' | 'warning', outcome: Outcome): string {
  const { operation, rule, statement, documentation, finding: found, notRestored, flaky } = outcome;
  const message = [
    statement,
    ...(found ? [`Expected: ${found.expected}`, `Observed: ${shortened(found.observed, 500)}`] : []),
    ...(found?.curl ? [`Again: ${found.curl}`] : []),
    ...(notRestored ? [`Not put back: ${notRestored}`] : []),
  ].join('\n');
  return command(level, `${operation}: ${rule}${flaky ? ' (flaky)' : ''}`, message, documentation);
}

/** @param place text that ends in `file:line`, where it does */
function command(level: 'error' | 'warning', title: string, message: string, place: string): string {
  const [, file = '', line = ''] = /([^,]*?):(\d+)$/.exec(place) ?? [];
  const position = file === '' ? [] : [`file=${property(file.trim())}`, `line=${line}`];
  return `::${level} ${[...position, `title=${property(title)}`].join(',')}::${data(message)}`;
}

/** As the runner's own toolkit escapes what a command says. */
function data(text: string): string {
  return visible(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
