import { isListed, possibleFieldsOf } from './applicators';
import { type JsonObject, pointerTo, valueAt } from './json';
import { jsonContentIn } from './media-types';
import { keywordOf, type LocatedSchema, layersOf, schemaAt, typesOf } from './schemas';
import type { Answer, Key, List, Meaning, Paging, Parameter, RequestBody } from './service';
import type { PointedFault } from './telling-errors';
import type { OperationExtension } from './vocabulary';

/** Reads what one operation means; the parameters and fields that it names have to exist. */
export class MeaningReader {
  readonly faults: PointedFault[] = [];

  /** @param pointer where the operation stands */
  constructor(
    readonly document: JsonObject,
    readonly pointer: string,
    readonly parameters: Parameter[],
  ) {}

  /** The schema of one entry in the success response: the array's items for a list, the body itself otherwise. */
  returned({ action }: OperationExtension, success: Answer): LocatedSchema | undefined {
    const content = jsonContentIn(success.content);
    if (content?.schema === undefined) {
      if (action === 'merge') return undefined; // an update may answer without a body
      const noun = action === 'list' ? 'a list' : 'a read';
      return this.#fault('responses', `The success response of ${noun} needs a JSON body with a schema.`);
    }
    if (action !== 'list') return content.schema;
    const array = this.#arrayIn(content.schema);
    if (array === undefined) {
      const message = 'The success response of a list must be an array; a wrapper around it is not supported.';
      return this.#fault('responses', message);
    }
    return schemaAt(this.document, pointerTo(array.pointer, 'items'));
  }

  meaning(extension: OperationExtension, returns: LocatedSchema | undefined): Meaning | undefined {
    const { resource, source = 'documented' } = extension;
    if (extension.action === 'list') return this.#list(extension, returns);
    const key = this.#key(extension.key, returns);
    return key && { action: extension.action, resource, source, key };
  }

  /** An update is told what to change. */
  requireJson(body: RequestBody | undefined): void {
    if (body?.json !== undefined) return;
    const message = 'An update needs a request body of JSON, such as application/json or application/merge-patch+json.';
    this.#fault(body === undefined ? '' : 'requestBody', message);
  }

  /** The schema, or the one that it refers to, that has the `items`. */
  #arrayIn(schema: LocatedSchema): LocatedSchema | undefined {
    if (!typesOf(this.document, schema).includes('array')) return undefined;
    return layersOf(this.document, schema).find(({ value }) => 'items' in value) ?? schema;
  }

  #fault(member: string, message: string): undefined {
    this.faults.push({ pointer: member === '' ? this.pointer : `${this.pointer}/${member}`, message });
    return undefined;
  }

  #list(extension: OperationExtension & { action: 'list' }, returns: LocatedSchema | undefined): List {
    const { resource, source = 'documented', order, from, page } = extension;
    const lower = from && this.#query('from/parameter', from.parameter);
    const paging = page && this.#paging(page);
    this.#requireNoPathParameter();
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

  /** A list has all entries of its resource. */
  #requireNoPathParameter(): void {
    const inPath = this.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    if (inPath.length === 0) return;
    this.#fault(
      'x-docent',
      `The path parameter ${inPath.join(', ')} has no meaning: a list has every entry of its resource.`,
    );
  }

  #paging(page: { number: string; size: string }): Omit<Paging, 'source'> | undefined {
    const number = this.#query('page/number', page.number);
    const size = this.#query('page/size', page.size);
    if (number === undefined || size === undefined) return undefined;
    if (number === size) return this.#fault('x-docent/page', `${number.name} cannot be both the page and its size.`);
    for (const { name, schema, types } of [number, size]) {
      if (types.includes('integer')) continue;
      this.faults.push({ pointer: schema.pointer, message: `${name} cuts pages, so its type must be integer.` });
    }
    return {
      number,
      size,
      first: typeof number.default === 'number' ? number.default : 1,
      defaultSize: typeof size.default === 'number' ? size.default : undefined,
      maximumSize: size.maximum,
    };
  }

  #query(member: string, name: string): Parameter | undefined {
    const candidates = this.parameters.filter((parameter) => parameter.in === 'query');
    const known = candidates.map((parameter) => parameter.name).join(', ') || 'none';
    return (
      candidates.find((parameter) => parameter.name === name) ??
      this.#fault(`x-docent/${member}`, `There is no query parameter "${name}". The operation has ${known}.`)
    );
  }

  #field(member: string, name: string, returns: LocatedSchema | undefined): void {
    if (returns === undefined) return; // a merge without a body, or already a fault
    const fields = possibleFieldsOf(this.document, returns);
    if (fields.has(name)) return;
    const known = [...fields].join(', ') || 'none';
    this.#fault(`x-docent/${member}`, `There is no field "${name}". The entries have ${known}.`);
  }

  #keyField(name: string, returns: LocatedSchema | undefined): void {
    this.#field('key', name, returns);
    if (returns === undefined || !possibleFieldsOf(this.document, returns).has(name)) return;
    if (isListed(this.document, returns, name)) return;
    const message = `Not each of the schemas that an entry may be of has the field "${name}", which identifies it.`;
    this.#fault('x-docent/key', message);
  }

  /** One name may stand for both; where only one path parameter exists, it is that one whatever the field's name. */
  #key(key: string | { parameter: string; field: string }, returns: LocatedSchema | undefined): Key | undefined {
    const inPath = this.parameters.filter((parameter) => parameter.in === 'path');
    const named = typeof key === 'string' ? { parameter: key, field: key } : key;
    const only = typeof key === 'string' && inPath.length === 1 ? inPath[0] : undefined;
    const parameter = inPath.find(({ name }) => name === named.parameter) ?? only;
    if (parameter === undefined) {
      const known = inPath.map(({ name }) => name).join(', ') || 'none';
      return this.#fault('x-docent/key', `There is no path parameter "${named.parameter}". The path has ${known}.`);
    }
    const unused = inPath.filter((other) => other !== parameter).map(({ name }) => name);
    if (unused.length > 0) {
      const message = `The path parameter ${unused.join(', ')} has no meaning: the key is ${parameter.name}.`;
      return this.#fault('x-docent/key', message);
    }
    const { style = 'simple' } = valueAt(this.document, parameter.pointer) as JsonObject; // where it was read from
    if (style !== 'simple') {
      const message = `The path parameter ${parameter.name} has the style ${style}; only simple is supported.`;
      this.faults.push({ pointer: pointerTo(parameter.pointer, 'style'), message });
      return undefined;
    }
    this.#keyField(named.field, returns);
    const format = keywordOf(this.document, parameter.schema, 'format');
    return { parameter, field: named.field, format: typeof format === 'string' ? format : undefined };
  }
}
