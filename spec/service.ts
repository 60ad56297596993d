import type { Condition } from './conditions';
import type { Json, JsonObject } from './json';
import type { LocatedSchema } from './schemas';
import type { Source } from './vocabulary';

/** What a document says of a service, read once and ready to be executed or checked. */
export interface Service {
  /** From the Info Object of the document (OpenAPI 3.1); the mock names it as realm where it asks for credentials. */
  title: string;
  /** The file that it was read from. */
  file: string;
  /** Every file that it was read from: the document, what it refers to, and the overlays. */
  files: string[];
  /** The title of the documentation that the document was written from, where it says so. */
  documentation: string | undefined;
  /** Path by path in the order of the document; at least one, and each has a meaning. */
  operations: Operation[];
  /** Each that an operation names in its meaning, once, in the order of the operations. */
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
  /** JSON Pointer (RFC 6901) to the Operation Object in the document, the `$ref` of its path item followed. */
  pointer: string;
  /** A few words for people, as the document has them; undefined where it has none. */
  summary: string | undefined;
  /** What `x-docent` says of it; a document in which an operation has none is refused. */
  meaning: Meaning;
  /** The heading of the documentation that describes it, where the document says so. */
  documentation: string | undefined;
  /** Those of the path too, where it has none of the same name and place, but no `Accept`, `Content-Type` or `Authorization`. */
  parameters: Parameter[];
  /** Undefined where the document has none for it; what a request carries is then ignored. */
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
  /** What tells it from the other meanings. */
  action: 'list';
  /** The `name` of one of the service's resources. */
  resource: string;
  /** How it is known that the operation lists; `documented` where the document does not say. */
  source: Source;
  /** Undefined where the document promises none. */
  order:
    | {
        /** The field whose values are compared; entries without it come last in either direction. */
        by: string;
        /** `ascending` unless the document says otherwise. */
        direction: 'ascending' | 'descending';
        /** Whether no two entries have the same value; false unless the document says so. */
        unique: boolean;
        /** How the order is known, which need not be how the list is. */
        source: Source;
      }
    | undefined;
  /** The lower bound, itself included; undefined where a list cannot be asked to begin at one. */
  from:
    | {
        /** The query parameter that carries the bound. */
        parameter: Parameter;
        /** The field of an entry that is held against the bound. */
        field: string;
        /** The bound of a request that has none: the date that counts as today, or, where undefined, every entry is listed. */
        default: 'today' | undefined;
        /** How the bound is known, which need not be how the list is. */
        source: Source;
      }
    | undefined;
  /** Undefined where the whole list comes in one answer. */
  page: Paging | undefined;
}

/** How a list is asked for page by page. */
export interface Paging {
  /** The query parameter, an integer, that says which page. */
  number: Parameter;
  /** The query parameter, an integer, that says how many entries a page has. */
  size: Parameter;
  /** The number of the first page. */
  first: number;
  /** Entries a page when none is asked for; undefined where the document has no default, which is one page of all. */
  defaultSize: number | undefined;
  /** The most entries that may be asked for, where the document has a maximum. */
  maximumSize: number | undefined;
  /** How the paging is known, which need not be how the list is. */
  source: Source;
}

/** Returns the one entry that its key names. */
export interface Read {
  /** What tells it from the other meanings. */
  action: 'read';
  /** The `name` of one of the service's resources. */
  resource: string;
  /** How it is known that the operation reads; `documented` where the document does not say. */
  source: Source;
  /** Its parameter is the only one in the path. */
  key: Key;
}

/** Gives the sent fields of one entry their new values and keeps the others (RFC 7396). */
export interface Merge {
  /** What tells it from the other meanings. */
  action: 'merge';
  /** The `name` of one of the service's resources. */
  resource: string;
  /** How it is known that the operation merges; `documented` where the document does not say. */
  source: Source;
  /** Its parameter is the only one in the path. */
  key: Key;
}

/** What identifies an entry: the path parameter that names it, and the field whose value that is. */
export interface Key {
  /** Of the path; it need not be called as the field is. */
  parameter: Parameter;
  /** Of the entry itself, not of an object within it. */
  field: string;
  /** The format of the identifier's schema, such as `uuid`. */
  format: string | undefined;
}

/** A collection of entries, which one or more operations list, read or merge. */
export interface Resource {
  /** What `x-docent` calls it in the document, and what fixtures and the control API do. */
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
  /** As the document spells it; for a header, whether in capitals makes no difference (RFC 9110, section 5.1). */
  name: string;
  /** Where it travels (OpenAPI 3.1, Parameter Object). */
  in: 'path' | 'query' | 'header' | 'cookie';
  /** Always true in a path; elsewhere false unless the document says otherwise. */
  required: boolean;
  /** That of its media type where it has one of its own; one that allows anything where the document has none. */
  schema: LocatedSchema;
  /** The types that the schema allows. */
  types: string[];
  /** How it is written, such as `form`; undefined where that is up to a media type of its own. */
  style: string | undefined;
  /** Whether the fields of an object, or the items of an array, are written one by one. */
  explode: boolean;
  /** From its schema: what holds where a request does not have it; undefined where the document has none. */
  default: Json | undefined;
  /** From its schema, itself allowed; undefined where the document has none. */
  minimum: number | undefined;
  /** From its schema, itself allowed; undefined where the document has none. */
  maximum: number | undefined;
  /** JSON Pointer (RFC 6901) to the Parameter Object in the document, its `$ref` followed. */
  pointer: string;
}

/** The body that an operation takes, in every media type that the document has for it. */
export interface RequestBody {
  /** Whether a request without it is refused; false unless the document says so. */
  required: boolean;
  /** In the order of the document; media types may be ranges such as `application/*`. */
  content: Content[];
  /** As what JSON is sent: the first of the content that it may be, under a media type of its own where that is a range. */
  json: Content | undefined;
}

/** A message body in one media type (OpenAPI 3.1, Media Type Object). */
export interface Content {
  /** As the document spells it, such as `application/json`. */
  mediaType: string;
  /** Undefined where the document has none, so that anything may be sent. */
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
  /** One for each media type, in the order of the document; empty where the response has no body. */
  content: Content[];
  /** Without those that the document does not decide, such as `Content-Type` and `Date`. */
  headers: ResponseHeader[];
  /** JSON Pointer (RFC 6901) to the Response Object in the document, its `$ref` followed. */
  pointer: string;
}

/** A header that a response carries (OpenAPI 3.1, Header Object). */
export interface ResponseHeader {
  /** As the document spells it; whether in capitals makes no difference (RFC 9110, section 5.1). */
  name: string;
  /** Whether each such response has to carry it; false unless the document says so. */
  required: boolean;
  /** That of its media type where it has one of its own; undefined where the document has none. */
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
  /** Of an API key, what the document says; all others travel in the header `Authorization`. */
  in: 'header' | 'query' | 'cookie';
  /** The header, query parameter or cookie that carries it. */
  carrier: string;
  /** The authentication scheme before it (RFC 9110, section 11.1), such as `Basic`; undefined for an API key. */
  scheme: string | undefined;
}
