import { type ControlCall, unknownName } from './control-call';
import type { Page } from './page';

export function readPage({ docs, request }: ControlCall): Page {
  return docs.page(request);
}

export function readAsset({ docs, request, parameter }: ControlCall): Page {
  return docs.asset(parameter, request) ?? unknownName('file of the page', parameter, docs.assetNames);
}

export function readAnnotated({ docs, request }: ControlCall): Page {
  return docs.json('annotated', request);
}

export function readJson({ docs, request }: ControlCall): Page {
  return docs.json('plain', request);
}

export function readYaml({ docs, request }: ControlCall): Page {
  return docs.yaml('plain', request);
}
