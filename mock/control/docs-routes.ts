import { type ControlCall, unknownName } from './control-call';
import type { Page } from './page';

/** The documentation page; with a slash at its end it is moved (308), since the links of the page are relative. */
export function readPage({ docs, request }: ControlCall): Page {
  return docs.page(request);
}

/**
 * A file of the page, or 304 where the browser has it already.
 * @throws {ControlRefusal} unknown-name, with the files that there are
 */
export function readAsset({ docs, request, parameter }: ControlCall): Page {
  return docs.asset(parameter, request) ?? unknownName('file of the page', parameter, docs.assetNames);
}

/** The document for the page, in JSON: its descriptions tell in Markdown what `x-docent` says, which the page would not show. */
export function readAnnotated({ docs, request }: ControlCall): Page {
  return docs.json('annotated', request);
}

/** The document in force in JSON: overlays applied, as OpenAPI 3.1, in one piece, and with the mock as its only server. */
export function readJson({ docs, request }: ControlCall): Page {
  return docs.json('plain', request);
}

/** The same as `readJson` in YAML, which tools of YAML 1.1 read no differently. */
export function readYaml({ docs, request }: ControlCall): Page {
  return docs.yaml('plain', request);
}
