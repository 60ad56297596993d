import { SOURCES, type Source } from '../../spec';
import { counted } from '../counted';
import type { Outcome } from '../examine';
import type { Summary } from '../summary';
import { byReason, grouped, recordedOf, retriesOf } from './groups';
import { type Markup, markup } from './markup';
import { shortened } from './visible';

/** Checks that were planned and have no outcome, for which a run proves nothing; left out where there are none. */
export function missing({ missing: checks }: Summary): Markup | undefined {
  if (checks.length === 0) return undefined;
  const items = checks.map(({ operation, rule }) => markup`<li>${operation} <span>${rule}</span></li>`);
  return markup`<section class="plain violated"><h2>Planned, but not executed <span class="count">${checks.length}</span></h2><ul>${items}</ul></section>`;
}

/** What the documentation leaves open: what differs from the assumption in full, the rest briefly. */
export function recorded(run: Summary): Markup | undefined {
  const { differing, same } = recordedOf(run);
  if (differing.length + same.length === 0) return undefined;
  return markup`<section class="recorded-section" id="recorded"><h2>Recorded <span class="count">${differing.length + same.length}</span></h2>
<p>The documentation does not say what happens here, so none of it is right or wrong: what was assumed, and what the target
really does.</p>
${differing.length > 0 ? differences(differing) : markup`<p class="aside">All of it was as assumed.</p>`}
${same.length > 0 ? likeness(same) : undefined}</section>`;
}

/** One row for what several operations do alike, with the first one's command. */
function differences(outcomes: Outcome[]): Markup {
  const alike = grouped(outcomes, ({ rule, finding }) => [rule, finding?.expected, finding?.observed].join('\n'));
  const rows = alike.map(([, each]) => {
    const [{ rule, finding } = { rule: '', finding: undefined }] = each;
    const notes = [...new Set(each.flatMap((outcome) => outcome.notes ?? []))];
    return markup`<tr><th scope="row"><b>${rule}</b><small>${operationsIn(each)}</small>${notes.map((note) => markup`<small>${shortened(note, 300)}</small>`)}</th>
<td data-label="Assumed">${shortened(finding?.expected ?? '', 300)}</td>
<td data-label="Really" class="really">${shortened(finding?.observed ?? '', 300)}</td></tr>
${finding?.curl === undefined ? undefined : markup`<tr class="again"><td colspan="3"><pre>${finding.curl}</pre></td></tr>\n`}`;
  });
  return markup`<h3 class="sub">Otherwise than assumed</h3><table class="differences"><thead><tr><th scope="col">Condition</th><th scope="col">Assumed</th>
<th scope="col">Really</th></tr></thead><tbody>
${rows}</tbody></table>`;
}

function likeness(outcomes: Outcome[]): Markup {
  const rows = grouped(outcomes, ({ rule }) => rule).map(([rule, each]) => {
    const answers = grouped(each, ({ finding }) => shortened(finding?.observed ?? 'as assumed', 300)).map(
      ([observed, same]) => markup`<div>${observed} <small>${operationsIn(same)}</small></div>`,
    );
    return markup`<tr><th scope="row"><b>${rule}</b></th><td>${answers}</td></tr>\n`;
  });
  return markup`<h3 class="sub">As assumed</h3><table class="likeness"><tbody>
${rows}</tbody></table>`;
}

function operationsIn(outcomes: Outcome[]): string {
  return outcomes.map(({ operation }) => operation).join(', ');
}

/** Documented fields that no answer had a value for; left out where there are none. */
export function unseenFields({ unseenFields: fields }: Summary): Markup | undefined {
  if (fields.length === 0) return undefined;
  const items = grouped(fields, ({ operation }) => operation).map(
    ([operation, each]) => markup`<li><b>${operation}</b> ${shortened(each.map(({ field }) => field).join(', '))}</li>`,
  );
  return markup`<section class="plain"><h2>Fields never seen <span class="count">${fields.length}</span></h2>
<p>They are documented, and no answer had a value for them: nothing is known of their types.</p><ul>${items}</ul></section>`;
}

/** What could not be checked: each reason once, with the checks that it kept from being made. */
export function notExercised(run: Summary): Markup | undefined {
  const groups = byReason(run);
  if (groups.length === 0) return undefined;
  const items = groups.map(({ reason, checks }) => {
    const names = checks.map(({ operation, rules }) => markup`<li><b>${operation}</b> ${rules.join(', ')}</li>`);
    return markup`<div><dt>Because ${shortened(reason, 400)}</dt><dd><ul>${names}</ul></dd></div>\n`;
  });
  return markup`<section class="plain"><h2>Not exercised <span class="count">${run.counts['not exercised']}</span></h2>
<p>The target gave no chance to check these, so nothing is claimed of them.</p><dl class="reasons">${items}</dl></section>`;
}

/** Requests that were sent again: each reason once, with the requests that it befell. */
export function retries(run: Summary): Markup | undefined {
  const sent = retriesOf(run);
  if (sent.length === 0) return undefined;
  const items = grouped(sent, ({ why }) => why).map(([why, same]) => {
    const requests = [...new Set(same.map(({ method, path }) => `${method} ${path}`))].join(', ');
    return markup`<li><b>${counted(same.length, 'time')}</b> ${shortened(why, 300)} <small>${shortened(requests, 300)}</small></li>`;
  });
  return markup`<section class="plain"><h2>Sent again <span class="count">${sent.length}</span></h2>
<p>Only after a fault of the transport, or where the target asked for patience.</p><ul>${items}</ul></section>`;
}

/** What the sources mean, and what a broken statement of each does to a run; the same on every page. */
export function legend(): Markup {
  const sources = (Object.keys(SOURCES) as Source[]).map(
    (source) =>
      markup`<div><dt>${source}</dt><dd>${capitalized(SOURCES[source].says)}. Broken, it ${SOURCES[source].violated}${
        source === 'expected' ? ', and fails a strict run' : ''
      }.</dd></div>`,
  );
  return markup`<section class="legend"><h2>How a statement is known</h2><dl>${sources}</dl></section>`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
