import type { Outcome, Verdict } from '../examine';
import { isSurprise, type Summary, VERDICTS } from '../summary';
import { operationsOf } from './groups';
import { type Markup, markup } from './markup';

/** For those who do not see colours. */
export const SIGNS: Record<Verdict, string> = {
  passed: '✓',
  violated: '✕',
  accepted: '≈',
  warned: '!',
  recorded: '•',
  'not exercised': '–',
};

/** For what was recorded, and is otherwise than assumed. */
const DIFFERS = '≠';

/** The class by which `html-style.ts` colours a verdict: its name without a space. */
export function classOf(verdict: Verdict): string {
  return verdict.replace(' ', '-');
}

/** Where on the page more stands about a check: a finding's card, or its row among all. */
export function anchorOf({ outcomes }: Summary, outcome: Outcome): string {
  const kind = ['violated', 'warned', 'accepted'].includes(outcome.verdict) ? 'finding' : 'check';
  return `${kind}-${outcomes.indexOf(outcome) + 1}`;
}

/** How many checks came to each verdict; accepted ones only where there are any, since most runs accept nothing. */
export function tiles({ counts }: Summary): Markup {
  const shown = VERDICTS.filter((verdict) => verdict !== 'accepted' || counts.accepted > 0).map(
    (verdict) =>
      markup`<li class="${classOf(verdict)}${counts[verdict] === 0 ? ' none' : ''}"><b>${counts[verdict]}</b> ${verdict}</li>`,
  );
  return markup`<ul class="tiles">${shown}</ul>`;
}

/** A strip of squares for each operation, one a rule, each leading to what stands about it. */
export function glance(run: Summary): Markup {
  const strips = operationsOf(run).map((operation) => {
    const own = run.outcomes.filter((outcome) => outcome.operation === operation);
    return markup`<div><dt>${operation}</dt><dd class="strip">${own.map((outcome) => square(run, outcome))}</dd></div>\n`;
  });
  return markup`<section class="glance"><h2>At a glance</h2>
<p>One square for each rule of an operation; it leads to what was found.</p>
<dl>${strips}</dl><ul class="signs" aria-label="Signs">${signs(run)}</ul></section>`;
}

function signs({ counts, outcomes }: Summary): Markup[] {
  const sign = (verdict: Verdict, character: string, words: string) =>
    markup`<li class="${classOf(verdict)}"><i aria-hidden="true">${character}</i> ${words}</li>`;
  const used = VERDICTS.filter((verdict) => counts[verdict] > 0);
  return [
    ...used.map((verdict) => sign(verdict, SIGNS[verdict], verdict)),
    ...(outcomes.some(isSurprise) ? [sign('recorded', DIFFERS, 'recorded, otherwise than assumed')] : []),
  ];
}

function square(run: Summary, outcome: Outcome): Markup {
  const { verdict, rule, flaky } = outcome;
  const differs = isSurprise(outcome);
  const words = `${rule}: ${verdict}${differs ? ', otherwise than assumed' : ''}${flaky ? ', flaky' : ''}`;
  const sign = differs ? DIFFERS : SIGNS[verdict];
  return markup`<a class="${classOf(verdict)}" href="#${anchorOf(run, outcome)}" title="${words}" aria-label="${words}">${sign}</a>`;
}

/** Every rule in a row, every operation in a column. */
export function everyCheck(run: Summary): Markup {
  const operations = operationsOf(run);
  const rules = [...new Set(run.outcomes.map(({ rule }) => rule))];
  const rows = rules.map((rule) => {
    const own = run.outcomes.filter((outcome) => outcome.rule === rule);
    const cells = operations.map((operation) =>
      cell(
        run,
        own.find((outcome) => outcome.operation === operation),
      ),
    );
    return markup`<tr><th scope="row"><b>${rule}</b> ${own[0]?.statement}</th>${cells}</tr>\n`;
  });
  const heads = operations.map((operation) => markup`<th scope="col">${operation}</th>`);
  return markup`<section id="every-check"><h2>Every check</h2><p>With the statement as it was checked of the first operation that makes it.</p>
<div class="scroll" tabindex="0"><table class="matrix"><thead><tr><th scope="col">Rule</th>${heads}</tr></thead>
<tbody>
${rows}</tbody></table></div></section>`;
}

function cell(run: Summary, outcome: Outcome | undefined): Markup {
  if (outcome === undefined) return markup`<td class="none"></td>`;
  const { verdict, flaky, operation } = outcome;
  const id = `check-${run.outcomes.indexOf(outcome) + 1}`;
  return markup`<td id="${id}" class="${classOf(verdict)}" data-label="${operation}"><span aria-hidden="true">${
    isSurprise(outcome) ? DIFFERS : SIGNS[verdict]
  }</span> ${verdict}${flaky ? ', flaky' : ''}</td>`;
}
