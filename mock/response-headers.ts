import { type ServerResponse, validateHeaderValue } from 'node:http';
import {
  type Answer,
  headerReadings,
  type Json,
  type LocatedSchema,
  type ResponseHeader,
  type Service,
  statementsOf,
  writtenHeader,
} from '../spec';
import { samplesOf } from './samples';
import type { Conformance } from './state/conformance';

/** Keywords with which a schema gives a value. */
const GIVING = ['example', 'examples', 'default', 'const', 'enum'];

/** What well-known headers may say where nothing else is known, by their names in small letters. */
const USUAL: Record<string, string> = {
  'cache-control': 'no-cache',
  etag: '"1"',
  expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
  'last-modified': 'Thu, 01 Jan 1970 00:00:00 GMT',
  location: '/',
};

/** The headers that the document has for its responses, with the values that it gives, and values of their schemas where it requires them. */
export class ResponseHeaders {
  /** The names of all of them, in small letters. */
  readonly names: ReadonlySet<string>;
  readonly #service: Service;
  readonly #conformance: Conformance;
  readonly #written = new Map<Answer, { header: ResponseHeader; text: string }[]>();

  constructor(service: Service, conformance: Conformance) {
    const answers = [...service.operations.flatMap((operation) => operation.answers), ...service.answers];
    this.names = new Set(answers.flatMap(({ headers }) => headers.map(({ name }) => name.toLowerCase())));
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
      const known = response.getHeader(header.name);
      if (known === undefined || !this.#allows(header, String(known))) response.setHeader(header.name, text);
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
    const texts = this.#textsOf(header)
      .map((text) => Buffer.from(text).toString('latin1')) // as Node writes it, which makes UTF-8 of it
      .filter(canCarry);
    return texts.find((text) => this.#allows(header, text)) ?? (header.required ? texts[0] : undefined);
  }

  /** What a header may say: examples of it, as they are written or as they are, then values of its schema, the usual one before what is made. */
  #textsOf(header: ResponseHeader): string[] {
    const { name, schema, required, examples } = header;
    const written = (value: Json) => [writtenHeader(header, value), ...(typeof value === 'string' ? [value] : [])];
    const given = [...examples, ...(schema === undefined ? [] : this.#valuesOf(schema))].flatMap(written);
    if (!required) return given;
    const usual = USUAL[name.toLowerCase()] ?? 'string';
    return [
      ...given,
      usual,
      ...(schema === undefined ? [] : samplesOf(this.#service.openapi, schema).flatMap(written)),
    ];
  }

  /** The values that a schema gives, be it in an alternative. */
  #valuesOf(schema: LocatedSchema): Json[] {
    const { openapi } = this.#service;
    const isGiving = statementsOf(openapi, schema).some(({ value }) =>
      GIVING.some((keyword) => Object.hasOwn(value, keyword)),
    );
    const { examples } = schema.value;
    return isGiving ? [...(Array.isArray(examples) ? examples : []), ...samplesOf(openapi, schema)] : [];
  }

  /** Whether the document allows what a header says. */
  #allows(header: ResponseHeader, text: string): boolean {
    const conforms = (schema: LocatedSchema, value: unknown) => this.#conformance.check(schema, value).length === 0;
    const readings = headerReadings(this.#service.openapi, header, text, conforms);
    return readings.some((reading) => header.schema === undefined || conforms(header.schema, reading));
  }
}

/** Whether HTTP can carry a text, as it cannot a line break. */
function canCarry(text: string): boolean {
  try {
    validateHeaderValue('X-Any', text);
    return true;
  } catch {
    return false;
  }
}
