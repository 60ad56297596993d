import { METHODS, partsOf } from './anatomy';
import {
  claimFaults,
  ownPathFaults,
  parameterFaults,
  repetitionFaults,
  securityFaults,
  templateFaults,
} from './consistency';
import { isObject, type JsonObject, memberOf, pointerTo, valueAt } from './json';
import { MeaningReader } from './read-meaning';
import { readAnswers, readBody, readParameters, readSecurity } from './read-messages';
import { readResources } from './read-resources';
import { problemOf } from './references';
import { dereference } from './schemas';
import type { Answer, Operation, Service } from './service';
import type { PointedFault } from './telling-errors';
import type { OperationExtension } from './vocabulary';

type ReadPart = Pick<Service, 'title' | 'documentation' | 'operations' | 'resources' | 'answers'>;

/**
 * Reads a document's operations and what they mean; what does not fit together is a fault.
 * @param invalid the faults of a document that is not sound: what they concern is not read, as it would be guessed
 */
export function readOperations(
  document: JsonObject,
  invalid?: PointedFault[],
): { service: ReadPart; faults: PointedFault[] } {
  const sites = operationSites(document);
  const faults = repetitionFaults(sites);
  if (sites.length === 0 && invalid === undefined)
    faults.push({ pointer: '/paths', message: 'There is no operation.' });
  const operations = sites
    .filter((site) => invalid === undefined || isSound(document, site, invalid))
    .flatMap((site) => readOperation(document, site, faults) ?? []);
  const info = isObject(document.info) ? document.info : {};
  const extension = isObject(document['x-docent']) ? document['x-docent'] : {};
  const answers = readAnswers(document, '/x-docent/responses');
  if (invalid === undefined) faults.push(...claimFaults(answers, '/x-docent/responses'));
  return {
    service: {
      title: String(info.title),
      documentation: typeof extension.documentation === 'string' ? extension.documentation : undefined,
      operations,
      resources: readResources(document, operations, { isComplete: operations.length === sites.length, faults }),
      answers,
    },
    faults,
  };
}

/** Where an operation stands, and how it is called. */
export interface OperationSite {
  id: string;
  /** In upper case. */
  method: string;
  path: string;
  /** The path item, which may stand elsewhere than the path. */
  itemPointer: string;
  pointer: string;
  value: JsonObject;
}

/** The operations, without a HEAD where there is the GET that it is answered as (RFC 9110, section 9.3.2). */
function operationSites(document: JsonObject): OperationSite[] {
  return Object.keys(isObject(document.paths) ? document.paths : {}).flatMap((path) => {
    const item = dereference(document, pointerTo('/paths', path));
    return METHODS.flatMap((name) => {
      const value = memberOf(item.value, name);
      const isOfGet = name === 'head' && isObject(memberOf(item.value, 'get'));
      if (!isObject(value) || isOfGet) return [];
      const method = name.toUpperCase();
      const id = typeof value.operationId === 'string' ? value.operationId : `${method} ${path}`;
      return [{ id, method, path, itemPointer: item.pointer, pointer: pointerTo(item.pointer, name), value }];
    });
  });
}

/** Whether nothing that an operation consists of has a fault, or refers to nothing. */
function isSound(
  document: JsonObject,
  { itemPointer, pointer, value }: OperationSite,
  invalid: PointedFault[],
): boolean {
  const parameters = memberOf(valueAt(document, itemPointer), 'parameters');
  const shared = Array.isArray(parameters) ? { parameters } : {};
  const parts = partsOf(
    document,
    { kind: 'operation', pointer, value },
    { kind: 'path-item', pointer: itemPointer, value: shared },
  ).filter((part) => part.value !== shared); // other operations of the path do not matter
  return parts.every(
    (part) =>
      (typeof part.value.$ref !== 'string' || problemOf(document, part.value.$ref)(part.value) === undefined) &&
      !invalid.some((fault) => `${fault.pointer}/`.startsWith(`${part.pointer}/`)),
  );
}

/** Reads one operation and collects its faults; one that has any is not returned. */
function readOperation(document: JsonObject, site: OperationSite, faults: PointedFault[]): Operation | undefined {
  const { id, method, path, itemPointer, pointer, value } = site;
  const extension = value['x-docent'] as OperationExtension | undefined; // checked against its schema before
  const lists = [pointerTo(itemPointer, 'parameters'), pointerTo(pointer, 'parameters')];
  const parameters = readParameters(document, lists);
  const answers = readAnswers(document, pointerTo(pointer, 'responses'));
  const success = answers.find(({ status }) => status.startsWith('2'));
  const found = [
    ...parameterFaults(document, lists),
    ...ownPathFaults(site),
    ...templateFaults(site, parameters),
    ...claimFaults(answers, pointerTo(pointer, 'responses')),
    ...securityFaults(document, site),
    ...absenceFaults(site, success, extension),
  ];
  faults.push(...found);
  if (success === undefined || extension === undefined) return undefined;
  const understood = understand(document, pointer, extension, { parameters, success }, faults);
  if (understood === undefined || found.length > 0) return undefined;
  const { meaning, returns, body } = understood;
  const summary = typeof value.summary === 'string' ? value.summary : undefined;
  const { documentation } = extension;
  const security = readSecurity(document, value.security ?? document.security);
  return {
    id,
    method,
    path,
    pointer,
    summary,
    meaning,
    documentation,
    parameters,
    body,
    success,
    answers,
    security,
    returns,
  };
}

/** What an operation cannot do without: a success, and a meaning. */
function absenceFaults(
  { id, pointer }: OperationSite,
  success: Answer | undefined,
  extension: OperationExtension | undefined,
): PointedFault[] {
  const hint = 'Say it in x-docent, in the document or in an overlay: { action: list | read | merge, resource: … }.';
  return [
    ...(success ? [] : [{ pointer: `${pointer}/responses`, message: `${id} has no 2xx response.` }]),
    ...(extension ? [] : [{ pointer, message: `${id} has no meaning. ${hint}` }]),
  ];
}

/** What an operation means, and with which messages; undefined where that has faults. */
function understand(
  document: JsonObject,
  pointer: string,
  extension: OperationExtension,
  { parameters, success }: Pick<Operation, 'parameters' | 'success'>,
  faults: PointedFault[],
): Pick<Operation, 'meaning' | 'returns' | 'body'> | undefined {
  const reader = new MeaningReader(document, pointer, parameters);
  const returns = reader.returned(extension, success);
  const meaning = reader.meaning(extension, returns);
  const body = readBody(document, pointerTo(pointer, 'requestBody'));
  if (extension.action === 'merge') reader.requireJson(body);
  faults.push(...reader.faults);
  return meaning === undefined || reader.faults.length > 0 ? undefined : { meaning, returns, body };
}
