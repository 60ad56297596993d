import { Markup } from './markup';

const COLOURS = `
:root { color-scheme: light dark; --ink: #1b2130; --soft: #5a6375; --paper: #ffffff; --wash: #f4f5f8; --line: #dde1e8;
  --violated: #b42318; --warned: #8f5a00; --recorded: #3150a3; --passed: #1a7046; --idle: #667085; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebf1; --soft: #a4aebe; --paper: #12151b; --wash: #1c2028; --line: #333a47;
  --violated: #ff8f85; --warned: #efba5e; --recorded: #9ab5ff; --passed: #71d29d; --idle: #98a2b3; } }
.violated { --tone: var(--violated); } .warned, .accepted { --tone: var(--warned); } .recorded { --tone: var(--recorded); }
.passed { --tone: var(--passed); } .not-exercised { --tone: var(--idle); }`;

const TYPE = `
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 66rem; padding: 0 1.5rem 3rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; overflow-wrap: anywhere; }
h1, h2, h3, h4, p, dl, dd, ul, pre, blockquote { margin: 0; }
h1 { color: var(--tone); font-size: clamp(2.1rem, 6.5vw, 3.4rem); font-weight: 750; line-height: 1.08; letter-spacing: -.025em; }
h2 { margin: 3.25rem 0 .2rem; font-size: 1.4rem; line-height: 1.25; letter-spacing: -.012em; } h2 + p { max-width: 44rem; color: var(--soft); }
h3 { font-size: 1.06rem; line-height: 1.35; } h3 span { color: var(--soft); font-weight: 450; } h3 span::before { content: "· "; }
h4 { margin: 1.1rem 0 .3rem; color: var(--soft); font-size: .74rem; font-weight: 650; letter-spacing: .07em; text-transform: uppercase; }
h3.sub { margin: 1.5rem 0 .3rem; font-size: 1rem; }
.count { margin-left: .25em; color: var(--soft); font-weight: 400; font-variant-numeric: tabular-nums; }
.aside { margin-top: .75rem; color: var(--soft); } small { color: var(--soft); font-size: .85rem; }
p, dd, dt, li, td, th, pre, h3 { unicode-bidi: isolate; }
pre { overflow: hidden; padding: .8rem 1rem; border-radius: .45rem; background: var(--wash); white-space: pre-wrap;
  font: .82rem/1.55 ui-monospace, SFMono-Regular, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
a { color: inherit; } :focus-visible { outline: 2px solid var(--recorded); outline-offset: 2px; }`;

const PARTS = `
header { padding: 2.75rem 0 2rem; border-bottom: 1px solid var(--line); }
header::before { content: ""; position: absolute; inset: 0 0 auto; height: .5rem; background: var(--tone); }
.kind { margin-bottom: .6rem; color: var(--soft); font-weight: 600; } .kind span { color: var(--ink); } .kind span::before { content: "· "; color: var(--soft); }
.says { margin-top: .5rem; font-size: 1.15rem; }
header dl { display: flex; flex-wrap: wrap; gap: .9rem 2.75rem; margin-top: 1.75rem; } header dl div { min-width: 0; }
dt { color: var(--soft); font-size: .82rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: .75rem; margin-top: 1.75rem; padding: 0; list-style: none; }
.tiles li { padding: .8rem 1rem; border-radius: .6rem; background: var(--wash); color: var(--soft); }
.tiles b { display: block; color: var(--tone); font-size: 1.9rem; font-weight: 700; line-height: 1.15; font-variant-numeric: tabular-nums; }
.tiles .none b { color: var(--soft); font-weight: 400; }
.glance dl { display: grid; gap: 1rem; margin-top: 1rem; } .glance dt { margin-bottom: .3rem; color: var(--ink); font-size: 1rem; font-weight: 600; }
.strip { display: flex; flex-wrap: wrap; gap: .25rem; }
.strip a, .signs i { display: grid; place-items: center; width: 1.65rem; height: 1.65rem; border-radius: .3rem; color: var(--tone);
  background: color-mix(in srgb, var(--tone) 15%, var(--paper)); font-size: .85rem; font-style: normal; font-weight: 700; line-height: 1; text-decoration: none; }
.strip a.violated, .strip a.warned, .signs .violated i, .signs .warned i { background: var(--tone); color: var(--paper); }
.strip a:hover { box-shadow: 0 0 0 2px var(--tone); }
.signs { display: flex; flex-wrap: wrap; gap: .4rem 1.25rem; margin-top: 1.1rem; padding: 0; color: var(--soft); font-size: .88rem; list-style: none; }
.signs li { display: flex; align-items: center; gap: .45rem; } .signs i { width: 1.25rem; height: 1.25rem; font-size: .7rem; }
article { margin-top: 1.25rem; padding: 1.35rem 1.5rem 1.5rem; border: 1px solid var(--line); border-top: .25rem solid var(--tone); border-radius: .6rem; }
article:target { border-color: var(--tone); }
blockquote { margin-top: .6rem; font-size: 1.08rem; line-height: 1.5; } blockquote footer { margin-top: .4rem; color: var(--soft); font-size: .87rem; }
.source { margin-right: .35em; padding: .1em .5em; border-radius: 1em; background: var(--wash); color: var(--ink); font-weight: 600; }
.flaky { margin-left: .35em; padding: .1em .55em; border: 1px solid var(--tone); border-radius: 1em; color: var(--tone); font-size: .8rem; font-style: normal; font-weight: 600; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr)); gap: 0 1.25rem; align-items: start; } .sides > div { min-width: 0; }
.exchange { grid-template-columns: 2fr 3fr; } .observed p { color: var(--tone); font-weight: 500; } .left { margin-top: .9rem; color: var(--violated); }
table { width: 100%; margin-top: .75rem; border-collapse: collapse; font-size: .93rem; }
th, td { padding: .5rem 1rem .5rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { color: var(--soft); font-size: .82rem; font-weight: 600; } tbody th { font-weight: 400; } tbody th b { font-weight: 600; } th small { display: block; }
.really { color: var(--recorded); font-weight: 600; } .differences tr:has(+ .again) > * { border-bottom: 0; } .again td { padding: 0 0 .9rem; } .again pre { font-size: .76rem; padding: .5rem .75rem; }
.differences td { width: 22%; } .again td { width: auto; } .likeness th { width: 14rem; } .likeness small { margin-left: .5em; }
.scroll { overflow-x: auto; } .matrix { overflow-wrap: normal; } .matrix tbody th { min-width: 15rem; color: var(--soft); overflow-wrap: anywhere; } .matrix tbody th b { display: block; color: var(--ink); }
.matrix td { color: var(--tone); white-space: nowrap; } .matrix td:target { box-shadow: inset 0 0 0 2px var(--tone); }
.plain ul { margin-top: .6rem; padding: 0; list-style: none; } .plain li { padding: .3rem 0; } .plain li span, .plain li small { color: var(--soft); }
.reasons > div { margin-top: 1.1rem; } .reasons dt { color: var(--ink); font-size: 1rem; font-weight: 600; } .reasons dd { color: var(--soft); font-size: .93rem; } .reasons dd b { color: var(--ink); font-weight: 500; }
.legend dl { display: grid; gap: .4rem; margin-top: .8rem; } .legend div { display: grid; grid-template-columns: 8rem 1fr; } .legend dt { color: var(--ink); font-size: 1rem; font-weight: 600; }
body > footer { margin-top: 3.5rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .87rem; }`;

const PLACES = `
@media (max-width: 40rem) { body { padding: 0 1.1rem 2rem; } header { padding-top: 2.25rem; } .tiles { grid-template-columns: repeat(3, 1fr); gap: .5rem; } .tiles li { padding: .6rem .7rem; font-size: .85rem; } .exchange { grid-template-columns: 1fr; } article { padding: 1.1rem 1.1rem 1.25rem; }
  .differences thead { display: none; } .differences tr, .differences th, .differences td { display: block; width: auto; border: 0; padding: 0; } .differences tr { padding: .35rem 0; }
  .differences td[data-label]::before { content: attr(data-label) " "; color: var(--soft); font-weight: 400; } .differences .again { border-bottom: 1px solid var(--line); padding-bottom: .9rem; }
  .matrix thead, .matrix .none { display: none; } .matrix tr, .matrix tbody th, .matrix td { display: block; min-width: 0; padding: 0; border: 0; } .matrix tr { padding: .6rem 0; border-bottom: 1px solid var(--line); }
  .matrix td { display: flex; gap: .35rem; } .matrix td[data-label]::after { content: attr(data-label); color: var(--soft); }
  .likeness th, .likeness td { display: block; width: auto; } .likeness th { padding-bottom: 0; border: 0; } .likeness td { padding-top: 0; } .legend div { display: block; } .legend dt { margin-top: .4rem; } }
@media print { @page { margin: 15mm 14mm; }
  :root { color-scheme: light; --ink: #1b2130; --soft: #4d5566; --paper: #ffffff; --wash: #f4f5f8; --line: #cfd4dd;
    --violated: #b42318; --warned: #8f5a00; --recorded: #3150a3; --passed: #1a7046; --idle: #667085; }
  html { font-size: 9.5pt; } body { max-width: none; padding: 0; } * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } header { padding-top: 1rem; }
  header::before { display: none; } h2 { margin-top: 1.75rem; break-after: avoid; } h3, h4, blockquote { break-after: avoid; } tr, .sides:not(.exchange), .tiles, .strip { break-inside: avoid; } .tiles { grid-template-columns: repeat(5, 1fr); } .scroll { overflow: visible; } }`;

/** The look of the report: readable on a phone, in the dark and on paper. */
export const STYLE = new Markup(`<style>${COLOURS}${TYPE}${PARTS}${PLACES}
</style>`);
