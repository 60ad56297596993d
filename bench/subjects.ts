import { join } from 'node:path';
import { DEFAULT_DOCUMENT, packageFolder } from '../spec';

/** A server that is measured, as Node runs it. */
export interface Subject {
  title: string;
  /** What follows `node`, without the port, which is always 0. */
  args: readonly string[];
  /** Finds in what it prints the URL at which it answers. */
  url: RegExp;
}

const OWN_URL = /^listening at (http:\S+)$/m;
const DOCENT_URL = /, mocked at (http:\S+)$/m;
const DOCENT = [join(packageFolder, 'dist', 'bin', 'docent.js'), 'mock', '--port', '0'];

/** The servers that answer the same requests side by side. */
export const SUBJECTS = {
  docent: { title: 'Docent (`docent mock --quiet`)', args: [...DOCENT, '--quiet'], url: DOCENT_URL },
  'docent-log': { title: 'Docent, logging to a pipe (`docent mock`)', args: DOCENT, url: DOCENT_URL },
  node: { title: '`node:http`, a constant', args: [programNamed('bare-node')], url: OWN_URL },
  express: { title: 'Express 5, `response.json(constant)`', args: [programNamed('bare-express')], url: OWN_URL },
  validated: {
    title: 'Express 5 by hand, with express-openapi-validator and a store',
    args: [programNamed('validated-express')],
    url: OWN_URL,
  },
  prism: {
    title: 'Prism (`prism mock`)',
    args: [require.resolve('@stoplight/prism-cli/dist/index.js'), 'mock', '--port', '0', DEFAULT_DOCUMENT],
    url: /Prism is listening on (http:\S+)/,
  },
} as const satisfies Record<string, Subject>;

/** What readings and goals call a server that answers beside the others. */
export type ServerId = keyof typeof SUBJECTS;

/** The servers side by side, in the order in which they are measured. */
export const SERVER_IDS = Object.keys(SUBJECTS) as ServerId[];

/** The servers side by side, and Docent in the states and commands that other measurements need. */
export type SubjectId = ServerId | 'small-store' | 'large-store' | 'in-process' | 'over-http';

function programNamed(name: string): string {
  return join(__dirname, 'subjects', `${name}.js`);
}
