import { counted } from '../counted';
import { conclusionOf, type Summary } from '../summary';
import { brokenDeviations, findings } from './html-findings';
import { everyCheck, glance, tiles } from './html-overview';
import { legend, missing, notExercised, recorded, retries, unseenFields } from './html-sections';
import { STYLE } from './html-style';
import { type Markup, markup } from './markup';

const TONES = { 0: 'passed', 1: 'violated', 2: 'warned' } as const;

/** The report of a run as one page: it needs no network and no script, and shows what the target sent as text only. */
export function htmlReport(run: Summary): string {
  const { status, title } = conclusionOf(run);
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>${title}: ${run.service} at ${run.target}</title>
${STYLE}
</head>
<body>
${header(run, TONES[status])}
<main>
${tiles(run)}
${glance(run)}
${missing(run)}
${brokenDeviations(run)}
${findings(run, 'violated')}
${findings(run, 'warned')}
${findings(run, 'accepted')}
${recorded(run)}
${unseenFields(run)}
${notExercised(run)}
${retries(run)}
${everyCheck(run)}
${legend()}
</main>
<footer>Made by Docent ${run.version} from ${run.documents.join(' with ')}. The credential stands nowhere on this page: the
commands take it from the variable AUTH_TOKEN.</footer>
</body>
</html>
`.text;
}

function header(run: Summary, tone: string): Markup {
  const { title, says } = conclusionOf(run);
  const flaky = run.outcomes.filter((outcome) => outcome.flaky).length;
  const modes = [
    run.mayWrite ? 'writing allowed' : 'read-only',
    ...(run.strict ? ['strict'] : []),
    ...(run.seed === undefined ? [] : [`seed ${run.seed}`]),
    ...(flaky > 0 ? [`${counted(flaky, 'check')} flaky`] : []),
  ];
  return markup`<header class="${tone}">
<p class="kind">Contract report <span>${run.service}</span></p>
<h1>${title}</h1>
<p class="says">${says}</p>
<dl>
<div><dt>Target</dt><dd>${run.target}</dd></div>
<div><dt>When</dt><dd><time datetime="${run.started}">${readable(run.started)}</time>, in ${run.seconds} s</dd></div>
<div><dt>Checks</dt><dd>${run.executed} of ${run.planned} planned</dd></div>
<div><dt>Mode</dt><dd>${modes.join(', ')}</dd></div>
</dl>
</header>`;
}

function readable(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}
