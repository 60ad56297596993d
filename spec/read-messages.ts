import { isObject, type Json, type JsonObject, pointerTo, valueAt } from './json';
import { jsonMediaTypeIn } from './media-types';
import { dereference, keywordOf, schemaAt, typesOf } from './schemas';
import type { Answer, Content, Credential, Parameter, RequestBody, ResponseHeader } from './service';
import type { ResponseExtension } from './vocabulary';

/** Headers whose definition as a parameter is ignored: the content and the security schemes tell of them (OpenAPI, Parameter Object). */
const IGNORED_HEADERS = ['accept', 'content-type', 'authorization'];

/** The parameters of an operation; those of the later lists replace those of the earlier with the same place and name. */
export function readParameters(document: JsonObject, listPointers: string[]): Parameter[] {
  const parameters = new Map<string, Parameter>();
  for (const list of listPointers) {
    const items = valueAt(document, list);
    for (const index of Array.isArray(items) ? items.keys() : []) {
      const parameter = readParameter(document, pointerTo(list, index));
      if (parameter.in === 'header' && IGNORED_HEADERS.includes(parameter.name.toLowerCase())) continue;
      parameters.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  }
  return [...parameters.values()];
}

function readParameter(document: JsonObject, at: string): Parameter {
  const { pointer, value } = dereference(document, at);
  const parameter = isObject(value) ? value : {};
  const [mediaType] = Object.keys(isObject(parameter.content) ? parameter.content : {});
  const schema = schemaAt(
    document,
    mediaType === undefined ? pointerTo(pointer, 'schema') : pointerTo(pointer, 'content', mediaType, 'schema'),
  );
  const numeric = (keyword: string) => {
    const bound = keywordOf(document, schema, keyword);
    return typeof bound === 'number' ? bound : undefined;
  };
  return {
    name: String(parameter.name),
    in: parameter.in as Parameter['in'], // the OpenAPI schema has checked it
    required: parameter.required === true,
    schema,
    types: typesOf(document, schema),
    ...readStyle(parameter),
    default: keywordOf(document, schema, 'default'),
    minimum: numeric('minimum'),
    maximum: numeric('maximum'),
    pointer,
  };
}

/** How a parameter is written (OpenAPI 3.1, Parameter Object, `style` and `explode`). */
function readStyle({ in: place, content, style, explode }: JsonObject): Pick<Parameter, 'style' | 'explode'> {
  if (content !== undefined) return { style: undefined, explode: false };
  const written = typeof style === 'string' ? style : place === 'query' || place === 'cookie' ? 'form' : 'simple';
  return { style: written, explode: typeof explode === 'boolean' ? explode : written === 'form' };
}

/** The body that an operation takes, its reference followed; undefined where there is none. */
export function readBody(document: JsonObject, at: string): RequestBody | undefined {
  const { pointer, value } = dereference(document, at);
  if (!isObject(value)) return undefined;
  const content = readContent(document, pointer);
  return { required: value.required === true, content, json: jsonAmong(content) };
}

function jsonAmong(content: Content[]): Content | undefined {
  for (const each of content) {
    const mediaType = jsonMediaTypeIn(each.mediaType);
    if (mediaType !== undefined) return { ...each, mediaType };
  }
  return undefined;
}

/** The responses below a pointer, in the document's order with the codes first (the order of integer-like keys). */
export function readAnswers(document: JsonObject, at: string): Answer[] {
  const responses = valueAt(document, at);
  return Object.keys(isObject(responses) ? responses : {}).map((status) => {
    const { pointer, value } = dereference(document, pointerTo(at, status));
    const extension = (isObject(value) ? (value['x-docent'] ?? {}) : {}) as ResponseExtension; // checked against its schema before
    return {
      status,
      when: extension.when ?? [],
      source: extension.source ?? 'documented',
      content: readContent(document, pointer),
      headers: readHeaders(document, pointer),
      pointer,
    };
  });
}

/** Headers that the document does not decide: the content tells of the first, the others depend on the hop, or on the page that asks. */
const OUT_OF_REACH = [
  /^content-(type|length|encoding)$/i,
  /^(transfer-encoding|connection|keep-alive|upgrade|trailer|date|vary)$/i,
  /^access-control-/i,
];

/** What a header may be called (RFC 9110, section 5.6.2). */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/** The headers of a response, without those that it does not decide and those that HTTP does not have. */
function readHeaders(document: JsonObject, pointer: string): ResponseHeader[] {
  const headers = valueAt(document, pointerTo(pointer, 'headers'));
  return Object.keys(isObject(headers) ? headers : {})
    .filter((name) => TOKEN.test(name) && !OUT_OF_REACH.some((pattern) => pattern.test(name)))
    .map((name) => readHeader(document, name, dereference(document, pointerTo(pointer, 'headers', name)).pointer));
}

function readHeader(document: JsonObject, name: string, pointer: string): ResponseHeader {
  const value = valueAt(document, pointer);
  const header = isObject(value) ? value : {};
  const [mediaType] = Object.keys(isObject(header.content) ? header.content : {});
  const described = mediaType === undefined ? pointer : pointerTo(pointer, 'content', mediaType);
  const hasSchema = valueAt(document, pointerTo(described, 'schema')) !== undefined;
  return {
    name,
    required: header.required === true,
    schema: hasSchema ? schemaAt(document, pointerTo(described, 'schema')) : undefined,
    mediaType,
    explode: header.explode === true,
    examples: examplesOf(document, described),
  };
}

function readContent(document: JsonObject, pointer: string): Content[] {
  const content = valueAt(document, pointerTo(pointer, 'content'));
  return Object.entries(isObject(content) ? content : {}).map(([mediaType, media]) => {
    const at = pointerTo(pointer, 'content', mediaType);
    const hasSchema = isObject(media) && media.schema !== undefined;
    return {
      mediaType,
      schema: hasSchema ? schemaAt(document, pointerTo(at, 'schema')) : undefined,
      example: examplesOf(document, at)[0],
    };
  });
}

/** The examples of a media type, or of what else has some beside its schema. */
function examplesOf(document: JsonObject, pointer: string): Json[] {
  const holder = valueAt(document, pointer);
  if (!isObject(holder)) return [];
  if (holder.example !== undefined) return [holder.example];
  return Object.keys(isObject(holder.examples) ? holder.examples : {}).flatMap((name) => {
    const { value: example } = dereference(document, pointerTo(pointer, 'examples', name));
    return isObject(example) && example.value !== undefined ? [example.value] : [];
  });
}

/** The credentials that an operation asks for (Security Requirement Objects: any of the list, all of one object). */
export function readSecurity(document: JsonObject, requirements: Json | undefined): Credential[][] {
  if (!Array.isArray(requirements)) return [];
  return requirements.map((requirement) =>
    Object.keys(isObject(requirement) ? requirement : {}).flatMap((name) => readCredential(document, name) ?? []),
  );
}

/** Undefined for mutual TLS, whose credential is the connection's. */
function readCredential(document: JsonObject, name: string): Credential | undefined {
  const { value } = dereference(document, pointerTo('/components/securitySchemes', name));
  const scheme = isObject(value) ? value : {};
  if (scheme.type === 'mutualTLS') return undefined;
  if (scheme.type === 'apiKey') {
    return { name, in: scheme.in as Credential['in'], carrier: String(scheme.name), scheme: undefined }; // checked by the OpenAPI schema
  }
  // OAuth 2.0 and OpenID Connect carry bearer tokens (RFC 6750).
  const authentication = scheme.type === 'http' ? capitalized(String(scheme.scheme)) : 'Bearer';
  return { name, in: 'header', carrier: 'Authorization', scheme: authentication };
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}
