import { isObject, type JsonObject, memberOf, pointerTo, valueAt } from './json';
import { pointerOf } from './schemas';

/** The kinds of object that a document consists of; each but the document and the schema is a `$defs` of OpenAPI's own schema. */
export type Kind =
  | 'document'
  | 'path-item'
  | 'operation'
  | 'parameter'
  | 'request-body'
  | 'response'
  | 'header'
  | 'media-type'
  | 'encoding'
  | 'example'
  | 'link'
  | 'callbacks'
  | 'security-scheme'
  | 'schema';

/** The methods for which a path item has an operation, named and ordered as OpenAPI does (OpenAPI 3.1, Path Item Object). */
export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

const SCHEMA_MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];
const SCHEMA_LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const SCHEMA_MEMBERS = [
  ...['items', 'contains', 'additionalProperties', 'propertyNames', 'unevaluatedItems', 'unevaluatedProperties'],
  ...['not', 'if', 'then', 'else', 'contentSchema'],
];
const DESCRIBED = { schema: 'schema', 'content/*': 'media-type', 'examples/*': 'example' } as const;

/** Which kinds stand where in each kind; `*` is any member. */
const CHILDREN: Record<Kind, Record<string, Kind>> = {
  document: {
    'paths/*': 'path-item',
    'webhooks/*': 'path-item',
    'x-docent/responses/*': 'response',
    'components/schemas/*': 'schema',
    'components/responses/*': 'response',
    'components/parameters/*': 'parameter',
    'components/examples/*': 'example',
    'components/requestBodies/*': 'request-body',
    'components/headers/*': 'header',
    'components/securitySchemes/*': 'security-scheme',
    'components/links/*': 'link',
    'components/callbacks/*': 'callbacks',
    'components/pathItems/*': 'path-item',
  },
  'path-item': { 'parameters/*': 'parameter', ...each(METHODS, '', 'operation') },
  operation: {
    'parameters/*': 'parameter',
    requestBody: 'request-body',
    'responses/*': 'response',
    'callbacks/*': 'callbacks',
  },
  parameter: DESCRIBED,
  header: DESCRIBED,
  'request-body': { 'content/*': 'media-type' },
  response: { 'headers/*': 'header', 'content/*': 'media-type', 'links/*': 'link' },
  'media-type': { schema: 'schema', 'examples/*': 'example', 'encoding/*': 'encoding' },
  encoding: { 'headers/*': 'header' },
  callbacks: { '*': 'path-item' },
  schema: {
    ...each(SCHEMA_MEMBERS, '', 'schema'),
    ...each([...SCHEMA_MAPS, ...SCHEMA_LISTS], '/*', 'schema'),
  },
  example: {},
  link: {},
  'security-scheme': {},
};

/** One object of a document, with its kind and the pointer by which it was reached first. */
export interface Part {
  kind: Kind;
  pointer: string;
  value: JsonObject;
  /** The kind of object that it stands in; undefined for the document and for what a reference has led to. */
  within: Kind | undefined;
}

/** Every object of a document, or those below one object of it, references followed, each once in each kind. */
export function partsOf(document: JsonObject, ...from: Omit<Part, 'within'>[]): Part[] {
  const start = from.length > 0 ? from : [{ kind: 'document' as const, pointer: '', value: document }];
  const parts: Part[] = [];
  const seen = new Map<JsonObject, Set<Kind>>();
  const pending: Part[] = start.map((part) => ({ ...part, within: undefined })).toReversed();
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    const kinds = seen.get(part.value) ?? new Set();
    if (kinds.has(part.kind)) continue;
    seen.set(part.value, kinds.add(part.kind));
    parts.push(part);
    const next = [...targetOf(document, part), ...childrenOf(part)];
    pending.push(...next.toReversed());
  }
  return parts;
}

/** What a part refers to is of its own kind. */
function targetOf(document: JsonObject, { kind, value }: Part): Part[] {
  if (kind === 'document' || typeof value.$ref !== 'string') return [];
  const target = valueAt(document, value.$ref);
  return isObject(target) ? [{ kind, pointer: pointerOf(value.$ref), value: target, within: undefined }] : [];
}

interface Rule {
  /** The members to walk through below the first. */
  rest: string[];
  kind: Kind;
}

/** `CHILDREN` by the first member of each pattern. */
const RULES = new Map(Object.entries(CHILDREN).map(([kind, patterns]) => [kind, rulesOf(patterns)]));

function rulesOf(patterns: Record<string, Kind>): Map<string, Rule[]> {
  const rules = new Map<string, Rule[]>();
  for (const [pattern, kind] of Object.entries(patterns)) {
    const [first = '', ...rest] = pattern.split('/');
    rules.set(first, [...(rules.get(first) ?? []), { rest, kind }]);
  }
  return rules;
}

function childrenOf({ kind, pointer, value }: Part): Part[] {
  const rules = RULES.get(kind);
  const children: Part[] = [];
  for (const [name, child] of Object.entries(value)) {
    for (const rule of rules?.get(name) ?? rules?.get('*') ?? [])
      reach(child, pointerTo(pointer, name), rule.rest, rule);
  }
  return children;

  function reach(reached: unknown, at: string, [member, ...rest]: string[], rule: Rule): void {
    if (member === undefined) {
      if (isObject(reached)) children.push({ kind: rule.kind, pointer: at, value: reached, within: kind });
    } else if (typeof reached === 'object' && reached !== null) {
      for (const name of member === '*' ? Object.keys(reached) : [member]) {
        reach(memberOf(reached, name), pointerTo(at, name), rest, rule);
      }
    }
  }
}

function each(members: readonly string[], suffix: string, kind: Kind): Record<string, Kind> {
  return Object.fromEntries(members.map((member) => [`${member}${suffix}`, kind]));
}
