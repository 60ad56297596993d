import { type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import {
  type Answer,
  isJsonMediaType,
  isObject,
  type Json,
  keywordOf,
  type ResponseHeader,
  type Service,
} from '../spec';
import { samplesOf } from './samples';
import type { Conformance } from './state/conformance';

/** Keywords with which a schema gives a value. */
const GIVING = ['example', 'examples', 'default', 'const', 'enum'];

/** What CORS takes is the mock's alone to say: it depends on the page that asks. */
const OF_CORS = /^(vary|access-control-.+)$/i;

/** The headers that the document has for its responses, with the values that it gives, and values of their schemas where it requires them. */
export class ResponseHeaders {
  readonly #service: Service;
  readonly #conformance: Conformance;
  readonly #written = new Map<Answer, { header: ResponseHeader; text: string }[]>();

  constructor(service: Service, conformance: Conformance) {
    this.#service = service;
    this.#conformance = conformance;
  }

  /** What a header of a response of the document says; undefined where it is none, or nothing is known that it could say. */
  textOf(answer: Answer, name: string): string | undefined {
    return this.#writtenOf(answer).find(({ header }) => header.name.toLowerCase() === name.toLowerCase())?.text;
  }

  /** Sets the headers of a response of the document. One that is set already knows more, where the document allows it. */
  set(response: ServerResponse, answer: Answer): void {
    for (const { header, text } of this.#writtenOf(answer)) {
      const { name } = header;
      const known = response.getHeader(name);
      const isKept = known !== undefined && (OF_CORS.test(name) || this.#allows(header, String(known)));
      if (!isKept) response.setHeader(name, text);
    }
  }

  #writtenOf(answer: Answer): { header: ResponseHeader; text: string }[] {
    const known = this.#written.get(answer);
    if (known !== undefined) return known;
    const written = answer.headers.flatMap((header) => {
      const text = this.#textOf(header);
      return text === undefined ? [] : [{ header, text }];
    });
    this.#written.set(answer, written);
    return written;
  }

  /** The text of a header; undefined where the document requires none and gives none that it allows, or HTTP cannot carry it. */
  #textOf(header: ResponseHeader): string | undefined {
    const values = this.#valuesOf(header).filter((value) => canCarry(header.name, textOf(header, value)));
    const value = values.find((each) => this.#allows(header, each)) ?? (header.required ? values[0] : undefined);
    return value === undefined ? undefined : textOf(header, value);
  }

  #valuesOf({ schema, required, example }: ResponseHeader): Json[] {
    const { openapi } = this.#service;
    const given = example === undefined ? [] : [example];
    if (schema === undefined) return required ? [...given, 'string'] : given;
    const isGiven = GIVING.some((keyword) => keywordOf(openapi, schema, keyword) !== undefined);
    return required || isGiven ? [...given, ...samplesOf(openapi, schema)] : given;
  }

  /** Whether the document allows a value, or a text that may spell a number. */
  #allows({ schema }: ResponseHeader, value: Json): boolean {
    const spelt = typeof value === 'string' && value !== '' ? [Number(value)] : [];
    return [value, ...spelt].some((each) => schema === undefined || this.#conformance.check(schema, each).length === 0);
  }
}

/** The names of all headers that the document has for a response, in small letters. */
export function documentedHeaders({ operations, answers }: Service): Set<string> {
  const all = [...operations.flatMap((operation) => operation.answers), ...answers];
  return new Set(all.flatMap(({ headers }) => headers.map(({ name }) => name.toLowerCase())));
}

/** A value as its header carries it: Node writes a text as Latin-1, so that this one becomes the UTF-8 of what it says. */
function textOf(header: ResponseHeader, value: Json): string {
  return Buffer.from(written(header, value)).toString('latin1');
}

/** A value in the style `simple` (OpenAPI 3.1, Header Object), or in a media type of its own. */
function written({ mediaType, explode }: ResponseHeader, value: Json): string {
  if (mediaType !== undefined && isJsonMediaType(mediaType)) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(scalar).join(', ');
  if (!isObject(value)) return scalar(value);
  const sign = explode ? '=' : ',';
  return Object.entries(value)
    .map(([name, member]) => `${name}${sign}${scalar(member)}`)
    .join(',');
}

function scalar(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function canCarry(name: string, text: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, text);
    return true;
  } catch {
    return false; // as of a line break
  }
}
