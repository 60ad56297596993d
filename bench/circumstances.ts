import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { packageVersion } from '../spec';
import { canPin } from './cores';
import { CONNECTIONS } from './load';
import type { Options } from './options';

/** The packages whose versions the figures depend on. */
const PACKAGES = ['express', 'express-openapi-validator', '@stoplight/prism-cli', 'autocannon'];

/** What the figures were measured on, with what, when and how, as a Markdown paragraph. */
export function circumstancesOf({ rounds, seconds }: Options, command: string, date: Date): string {
  const processors = cpus();
  const model = processors[0]?.model ?? 'unknown processor';
  const memory = Math.round(totalmem() / 2 ** 30);
  const versions = PACKAGES.map((name) => `${name} ${versionOf(name)}`).join(', ');
  const cores = canPin
    ? 'the server on one core, the load generator on another'
    : 'the server and the load generator on whatever cores the system gave them';
  return [
    `\`${command}\`, ${date.toISOString().slice(0, 10)}: ${model.trim()}, ${processors.length} cores, ${memory} GB;`,
    `Node ${process.versions.node}, Docent ${packageVersion}, ${versions}.`,
    `Medians of ${rounds} ${rounds === 1 ? 'round' : 'rounds'}, and of the quotients within each; ${seconds} s a load after 1 s of warm-up,`,
    `${CONNECTIONS} connections, ${cores}.`,
  ].join('\n');
}

function versionOf(name: string): string {
  const { version } = JSON.parse(readFileSync(require.resolve(`${name}/package.json`), 'utf8')) as { version: string }; // npm requires one
  return version;
}
