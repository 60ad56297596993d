import { CONDITION_NAMES } from './conditions';
import { isObject, type JsonObject, memberOf, pointerTo, valueAt } from './json';
import { isJsonMediaType } from './media-types';
import { readAnswers, readBody, readParameters, readSecurity } from './read-messages';
import { readResources } from './read-resources';
import { dereference, fieldsOf, type LocatedSchema, schemaAt, typesOf } from './schemas';
import type { Answer, Key, List, Meaning, Operation, Paging, Parameter, Service } from './service';
import type { PointedFault } from './validity';
import type { OperationExtension } from './vocabulary';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

type ReadPart = Pick<Service, 'title' | 'documentation' | 'operations' | 'resources' | 'answers'>;

/** Reads a valid document's operations and what they mean; what does not fit together is a fault. */
export function readOperations(document: JsonObject): { service: ReadPart; faults: PointedFault[] } {
  const faults: PointedFault[] = [];
  const operations: Operation[] = [];
  for (const path of Object.keys(isObject(document.paths) ? document.paths : {})) {
    const item = dereference(document, pointerTo('/paths', path));
    for (const method of METHODS) {
      if (memberOf(item.value, method) === undefined) continue;
      const operation = new OperationReader(document, path, method, item.pointer, faults).read();
      if (operation !== undefined) operations.push(operation);
    }
  }
  if (operations.length === 0 && faults.length === 0)
    faults.push({ pointer: '/paths', message: 'There is no operation.' });
  faults.push(...repeatedIds(operations));
  const info = isObject(document.info) ? document.info : {};
  const extension = isObject(document['x-docent']) ? document['x-docent'] : {};
  return {
    service: {
      title: String(info.title),
      documentation: typeof extension.documentation === 'string' ? extension.documentation : undefined,
      operations,
      resources: readResources(document, operations, faults),
      answers: readAnswers(document, '/x-docent/responses'),
    },
    faults,
  };
}

/** Reads one operation. Its faults are collected; an operation with a fault is not returned. */
class OperationReader {
  readonly #pointer: string;

  constructor(
    readonly document: JsonObject,
    readonly path: string,
    readonly method: string,
    readonly itemPointer: string,
    readonly faults: PointedFault[],
  ) {
    this.#pointer = pointerTo(itemPointer, method);
  }

  read(): Operation | undefined {
    const before = this.faults.length;
    const { document } = this;
    const operation = valueAt(document, this.#pointer);
    if (!isObject(operation)) return undefined;
    const extension = operation['x-docent'] as OperationExtension | undefined; // checked against its schema before
    const id =
      typeof operation.operationId === 'string' ? operation.operationId : `${this.method.toUpperCase()} ${this.path}`;
    const parameters = readParameters(document, [
      pointerTo(this.itemPointer, 'parameters'),
      pointerTo(this.#pointer, 'parameters'),
    ]);
    this.#checkTemplate(parameters);
    const answers = readAnswers(document, pointerTo(this.#pointer, 'responses'));
    this.#checkClaims(answers);
    const success = answers.find(({ status }) => status.startsWith('2'));
    if (success === undefined) this.#fault('responses', `${id} has no response of class 2xx.`);
    if (extension === undefined) {
      const hint =
        'Say it in x-docent, in the document or in an overlay: { action: list | read | merge, resource: … }.';
      this.#fault('', `${id} has no meaning. ${hint}`);
    }
    if (success === undefined || extension === undefined) return undefined;

    const returns = this.#returned(extension, success);
    const meaning = this.#meaning(extension, parameters, returns);
    if (meaning === undefined || this.faults.length > before) return undefined;
    return {
      id,
      method: this.method.toUpperCase(),
      path: this.path,
      pointer: this.#pointer,
      summary: typeof operation.summary === 'string' ? operation.summary : undefined,
      meaning,
      documentation: extension.documentation,
      parameters,
      body: readBody(document, pointerTo(this.#pointer, 'requestBody')),
      success,
      answers,
      security: readSecurity(document, operation.security ?? document.security),
      returns,
    };
  }

  #fault(member: string, message: string): undefined {
    this.faults.push({ pointer: member === '' ? this.#pointer : `${this.#pointer}/${member}`, message });
    return undefined;
  }

  #checkTemplate(parameters: Parameter[]): void {
    const declared = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    for (const [, name = ''] of this.path.matchAll(/\{([^}]+)\}/g)) {
      if (!declared.includes(name))
        this.#fault('', `The path has {${name}}, but no path parameter of that name is declared.`);
    }
  }

  #checkClaims(answers: Answer[]): void {
    for (const condition of CONDITION_NAMES) {
      const claims = answers.filter(({ when }) => when.includes(condition)).map(({ status }) => status);
      if (claims.length > 1)
        this.#fault('responses', `${condition} is answered by ${claims.join(' and by ')}: it can be one only.`);
    }
  }

  /** The schema of one entry in the success response: the array's items for a list, the body itself otherwise. */
  #returned({ action }: OperationExtension, success: Answer): LocatedSchema | undefined {
    const content = success.content.find(({ mediaType }) => isJsonMediaType(mediaType));
    if (content?.schema === undefined) {
      if (action === 'merge') return undefined; // an update may answer without a body
      return this.#fault(
        'responses',
        `The success response of ${action === 'list' ? 'a list' : 'a read'} needs a JSON body with a schema.`,
      );
    }
    if (action !== 'list') return content.schema;
    if (!typesOf(this.document, content.schema).includes('array')) {
      return this.#fault(
        'responses',
        'The success response of a list must be an array; a wrapper around it is not supported.',
      );
    }
    return schemaAt(this.document, pointerTo(content.schema.pointer, 'items'));
  }

  #meaning(
    extension: OperationExtension,
    parameters: Parameter[],
    returns: LocatedSchema | undefined,
  ): Meaning | undefined {
    const { resource, source = 'documented' } = extension;
    if (extension.action === 'list') return this.#list(extension, parameters, returns);
    const key = this.#key(extension.key, parameters, returns);
    return key && { action: extension.action, resource, source, key };
  }

  #list(
    extension: OperationExtension & { action: 'list' },
    parameters: Parameter[],
    returns: LocatedSchema | undefined,
  ): List {
    const { resource, source = 'documented', order, from, page } = extension;
    const lower = from && this.#query('from/parameter', from.parameter, parameters);
    const paging = page && this.#paging(page, parameters);
    if (order) this.#field('order/by', order.by, returns);
    if (from) this.#field('from/field', from.field, returns);
    return {
      action: 'list',
      resource,
      source,
      order: order && {
        by: order.by,
        direction: order.direction ?? 'ascending',
        unique: order.unique ?? false,
        source: order.source ?? 'documented',
      },
      from: from &&
        lower && { parameter: lower, field: from.field, default: from.default, source: from.source ?? 'documented' },
      page: paging && { ...paging, source: page?.source ?? 'documented' },
    };
  }

  #paging(page: { number: string; size: string }, parameters: Parameter[]): Omit<Paging, 'source'> | undefined {
    const number = this.#query('page/number', page.number, parameters);
    const size = this.#query('page/size', page.size, parameters);
    if (number === undefined || size === undefined) return undefined;
    for (const parameter of [number, size]) {
      if (!parameter.types.includes('integer')) {
        this.faults.push({
          pointer: parameter.schema.pointer,
          message: `${parameter.name} cuts pages, so its type must be integer.`,
        });
      }
    }
    return {
      number,
      size,
      first: typeof number.default === 'number' ? number.default : 1,
      defaultSize: typeof size.default === 'number' ? size.default : undefined,
      maximumSize: size.maximum,
    };
  }

  #query(member: string, name: string, parameters: Parameter[]): Parameter | undefined {
    const candidates = parameters.filter((parameter) => parameter.in === 'query');
    const known = candidates.map((parameter) => parameter.name).join(', ') || 'none';
    return (
      candidates.find((parameter) => parameter.name === name) ??
      this.#fault(`x-docent/${member}`, `There is no query parameter "${name}". The operation has ${known}.`)
    );
  }

  #field(member: string, name: string, returns: LocatedSchema | undefined): void {
    if (returns === undefined) return; // already a fault
    const fields = fieldsOf(this.document, returns);
    if (!fields.has(name)) {
      this.#fault(
        `x-docent/${member}`,
        `There is no field "${name}". The entries have ${[...fields.keys()].join(', ') || 'none'}.`,
      );
    }
  }

  /** One name may stand for both; where only one path parameter exists, it is that one whatever the field's name. */
  #key(
    key: string | { parameter: string; field: string },
    parameters: Parameter[],
    returns: LocatedSchema | undefined,
  ): Key | undefined {
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    const named = typeof key === 'string' ? { parameter: key, field: key } : key;
    const only = typeof key === 'string' && inPath.length === 1 ? inPath[0] : undefined;
    const parameter = inPath.find(({ name }) => name === named.parameter) ?? only;
    const known = inPath.map(({ name }) => name).join(', ') || 'none';
    if (parameter === undefined) {
      return this.#fault('x-docent/key', `There is no path parameter "${named.parameter}". The path has ${known}.`);
    }
    const unused = inPath.filter((other) => other !== parameter).map(({ name }) => name);
    if (unused.length > 0)
      this.#fault(
        'x-docent/key',
        `The path parameter ${unused.join(', ')} has no meaning: the key is ${parameter.name}.`,
      );
    this.#field('key', named.field, returns);
    return { parameter, field: named.field, format: formatOf(parameter) };
  }
}

function formatOf({ schema }: Parameter): string | undefined {
  return typeof schema.value.format === 'string' ? schema.value.format : undefined;
}

function repeatedIds(operations: Operation[]): PointedFault[] {
  return operations
    .filter(({ id }, index) => operations.findIndex((other) => other.id === id) < index)
    .map(({ id, pointer }) => ({
      pointer: pointerTo(pointer, 'operationId'),
      message: `operationId "${id}" stands twice.`,
    }));
}
