import type { JudgedDeviation } from '../deviations';
import type { Finding, Outcome } from '../examine';
import type { Summary } from '../summary';
import { anchorOf, classOf } from './html-overview';
import { type Markup, markup } from './markup';
import { shortened } from './visible';

const HEADINGS = {
  violated: { title: 'Violated', says: 'What is documented or observed does not hold.' },
  warned: {
    title: 'Warnings',
    says: 'One would expect these to hold, though the documentation does not say so. They fail a strict run only.',
  },
  accepted: { title: 'Accepted deviations', says: 'These do not hold, and somebody answers for that, for a while.' },
} as const;

/** The section of one verdict, a card for each finding; left out where there is none. */
export function findings(run: Summary, verdict: keyof typeof HEADINGS): Markup | undefined {
  const chosen = run.outcomes.filter((outcome) => outcome.verdict === verdict);
  if (chosen.length === 0) return undefined;
  const { title, says } = HEADINGS[verdict];
  return markup`<section><h2>${title} <span class="count">${chosen.length}</span></h2><p>${says}</p>
${chosen.map((outcome) => card(run, outcome))}</section>`;
}

/** Deviations that have to be looked after: each fails the run. */
export function brokenDeviations({ deviations }: Summary): Markup | undefined {
  const broken = deviations.filter(({ fault }) => fault !== undefined);
  if (broken.length === 0) return undefined;
  const items = broken.map(
    ({
      operation,
      rule,
      fault,
      reason,
      owner,
    }) => markup`<article class="violated"><h3>${operation} <span>${rule}</span></h3>
<p>${fault}</p><p class="aside">It was accepted by ${owner}: ${reason}</p></article>`,
  );
  return markup`<section><h2>Deviations that no longer hold <span class="count">${broken.length}</span></h2>
<p>What was accepted has expired or has been mended. The run fails until the file of deviations says so.</p>
${items}</section>`;
}

function card(run: Summary, outcome: Outcome): Markup {
  const { operation, rule, source, statement, documentation, finding, notRestored, notes = [], verdict } = outcome;
  const deviation = run.deviations.find((each) => each.rule === rule && each.operation === operation);
  const flaky = outcome.flaky
    ? markup` <em class="flaky" title="It failed, and passed when it was made again.">flaky</em>`
    : undefined;
  return markup`<article class="${classOf(verdict)}" id="${anchorOf(run, outcome)}">
<h3>${operation} <span>${rule}</span>${flaky}</h3>
<blockquote>${statement}<footer><b class="source">${source}</b> ${documentation}</footer></blockquote>
${verdict === 'accepted' && deviation ? acceptance(deviation) : undefined}
${finding && sides(finding)}
${notRestored === undefined ? undefined : markup`<p class="left"><b>Not put back.</b> ${shortened(notRestored)}</p>`}
${outcome.flaky ? markup`<p class="aside">It failed, and passed when it was made again: what it states does not always hold.</p>` : undefined}
${notes.map((note) => markup`<p class="aside">${shortened(note)}</p>`)}
${finding && evidence(finding)}
</article>\n`;
}

function acceptance({ reason, owner, expires, place }: JudgedDeviation): Markup {
  return markup`<p class="aside"><b>Accepted until ${expires}</b> by ${owner}: ${reason} (${place})</p>`;
}

/** Characters; the whole answer stands below. */
const LONGEST_SIDE = 400;

function sides({ expected, observed }: Finding): Markup {
  return markup`<div class="sides"><div><h4>Expected</h4><p>${shortened(expected, LONGEST_SIDE)}</p></div>
<div class="observed"><h4>Observed</h4><p>${shortened(observed, LONGEST_SIDE)}</p></div></div>`;
}

function evidence({ exchange, answer, curl }: Finding): Markup {
  const again = curl === undefined ? undefined : markup`<h4>See it again</h4><pre class="curl">${curl}</pre>`;
  if (exchange === undefined) {
    return markup`${answer === undefined ? undefined : markup`<h4>Answer</h4><pre>${shortened(answer)}</pre>`}${again}`;
  }
  return markup`${again}<div class="sides exchange"><div><h4>Request</h4><pre>${message(exchange.request)}</pre></div>
<div><h4>Answer</h4><pre>${message(exchange.response)}</pre></div></div>`;
}

/** The first line of a message says the most. */
function message(text: string): Markup {
  const [first = '', ...rest] = shortened(text, 4000).split('\n');
  return markup`<b>${first}</b>${rest.map((line) => `\n${line}`)}`;
}
