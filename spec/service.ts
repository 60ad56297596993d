import type { Condition } from './conditions';
import type { Json, JsonObject } from './json';
import type { LocatedSchema } from './schemas';
import type { Source } from './vocabulary';

/** What a document says of a service, read once and ready to be executed or checked. */
export interface Service {
  title: string;
  /** The file that it was read from. */
  file: string;
  /** Every file that it was read from: the document, what it refers to, and the overlays. */
  files: string[];
  /** The title of the documentation that the document was written from, where it says so. */
  documentation: string | undefined;
  operations: Operation[];
  resources: Resource[];
  /** Answers to requests that reach no operation, and to conditions that an operation does not answer itself. */
  answers: Answer[];
  /** The whole document as OpenAPI 3.1: overlays applied, every `$ref` one into the document itself. */
  openapi: JsonObject;
  /** Where what a JSON Pointer names was written, as `file:line`. */
  placeOf(pointer: string): string;
}

/** One operation of the document with its meaning. */
export interface Operation {
  /** Its `operationId`, or method and path where it has none. */
  id: string;
  /** In upper case, as on the wire. */
  method: string;
  /** The path template, such as `/books/{isbn}`. */
  path: string;
  pointer: string;
  summary: string | undefined;
  meaning: Meaning;
  /** The heading of the documentation that describes it, where the document says so. */
  documentation: string | undefined;
  parameters: Parameter[];
  body: RequestBody | undefined;
  /** The first response of class 2xx. */
  success: Answer;
  /** Every response, the success among them. */
  answers: Answer[];
  /** Alternatives, each the credentials that have to come together; none at all where the operation is public. */
  security: Credential[][];
  /** The schema of one resource as this operation returns it, where it returns any. */
  returns: LocatedSchema | undefined;
}

/** What an operation means: what the mock executes and the contract suite checks. */
export type Meaning = List | Read | Merge;

/** Returns the entries of a resource: in an order, from a bound and page by page, where the document says so. */
export interface List {
  action: 'list';
  resource: string;
  source: Source;
  order: { by: string; direction: 'ascending' | 'descending'; unique: boolean; source: Source } | undefined;
  from: { parameter: Parameter; field: string; default: 'today' | undefined; source: Source } | undefined;
  page: Paging | undefined;
}

/** How a list is asked for page by page. */
export interface Paging {
  number: Parameter;
  size: Parameter;
  /** The number of the first page. */
  first: number;
  /** Entries a page when none is asked for; undefined where the document has no default, which is one page of all. */
  defaultSize: number | undefined;
  /** The most entries that may be asked for, where the document has a maximum. */
  maximumSize: number | undefined;
  source: Source;
}

/** Returns the one entry that its key names. */
export interface Read {
  action: 'read';
  resource: string;
  source: Source;
  key: Key;
}

/** Gives the sent fields of one entry their new values and keeps the others (RFC 7396). */
export interface Merge {
  action: 'merge';
  resource: string;
  source: Source;
  key: Key;
}

/** What identifies an entry: the path parameter that names it, and the field whose value that is. */
export interface Key {
  parameter: Parameter;
  field: string;
  /** The format of the identifier's schema, such as `uuid`. */
  format: string | undefined;
}

/** A collection of entries, which one or more operations list, read or merge. */
export interface Resource {
  name: string;
  /** What an entry looks like: each schema by which an operation returns it, the most detailed action's first. */
  schemas: [LocatedSchema, ...LocatedSchema[]];
  /** The fields that the schemas define. */
  fields: Map<string, LocatedSchema>;
  /** Undefined where entries are only listed. */
  key: Key | undefined;
}

/** A parameter of an operation, with what its schema says of it. */
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required: boolean;
  schema: LocatedSchema;
  /** The types that the schema allows. */
  types: string[];
  /** How it is written, such as `form`; undefined where that is up to a media type of its own. */
  style: string | undefined;
  /** Whether the fields of an object, or the items of an array, are written one by one. */
  explode: boolean;
  default: Json | undefined;
  minimum: number | undefined;
  maximum: number | undefined;
  pointer: string;
}

/** The body that an operation takes, in every media type that the document has for it. */
export interface RequestBody {
  required: boolean;
  content: Content[];
  /** As what JSON is sent: the first of the content that it may be, under a media type of its own where that is a range. */
  json: Content | undefined;
}

/** A message body in one media type (OpenAPI 3.1, Media Type Object). */
export interface Content {
  /** As the document spells it, such as `application/json`. */
  mediaType: string;
  schema: LocatedSchema | undefined;
  /** The first example that the document gives. */
  example: Json | undefined;
}

/** A response of the document, with what it answers (OpenAPI 3.1, Response Object). */
export interface Answer {
  /** Its key in the document: a code, a range such as `4XX`, or `default`. */
  status: string;
  /** The conditions that it claims. */
  when: Condition[];
  /** How it is known; on a success, how its status code is known. */
  source: Source;
  content: Content[];
  headers: ResponseHeader[];
  pointer: string;
}

/** A header that a response carries (OpenAPI 3.1, Header Object). */
export interface ResponseHeader {
  /** As the document spells it; whether in capitals makes no difference (RFC 9110, section 5.1). */
  name: string;
  required: boolean;
  schema: LocatedSchema | undefined;
  /** What its value is written in, where it has a media type of its own. */
  mediaType: string | undefined;
  /** Whether the fields of an object are written as `name=value`. */
  explode: boolean;
  /** The examples that the document gives beside its schema. */
  examples: Json[];
}

/** Where a credential travels in a request. */
export interface Credential {
  /** The name of its security scheme in the document. */
  name: string;
  in: 'header' | 'query' | 'cookie';
  /** The header, query parameter or cookie that carries it. */
  carrier: string;
  /** The authentication scheme before it (RFC 9110, section 11.1), such as `Basic`; undefined for an API key. */
  scheme: string | undefined;
}
