import { type Kind, partsOf } from './anatomy';
import { copyOf, define, isObject, type Json, type JsonObject, memberOf, membersOf, pointerTo, valueAt } from './json';
import { BUNDLED } from './references';
import { pointerOf } from './schemas';

/** The section of `components` that holds each kind of object to which others may refer. */
const SECTIONS: Partial<Record<Kind, string>> = {
  schema: 'schemas',
  response: 'responses',
  parameter: 'parameters',
  example: 'examples',
  'request-body': 'requestBodies',
  header: 'headers',
  'security-scheme': 'securitySchemes',
  link: 'links',
  callbacks: 'callbacks',
  'path-item': 'pathItems',
};

/**
 * A copy of a service's document as other tools expect it: what stood in files of its own is a component like any other, under
 * the name that it had there.
 */
export function toSelfContained(openapi: JsonObject): JsonObject {
  const document = copyOf(openapi);
  if (!(BUNDLED in document)) return document;
  const prefix = pointerTo('', BUNDLED);
  const references = partsOf(document).filter(
    ({ value }) => typeof value.$ref === 'string' && `${pointerOf(value.$ref)}/`.startsWith(`${prefix}/`),
  );
  const moved = new Map<string, string>();
  for (const { kind, value } of references) {
    const from = pointerOf(String(value.$ref));
    const section = SECTIONS[kind];
    if (section === undefined) continue; // nothing of the other kinds can be referred to
    const to = moved.get(`${kind} ${from}`) ?? addComponent(document, section, from);
    moved.set(`${kind} ${from}`, to);
    value.$ref = `#${to}`;
  }
  delete document[BUNDLED];
  return document;
}

/** Makes what a pointer names a component, under a name that is free; returns its new pointer. */
function addComponent(document: JsonObject, section: string, from: string): string {
  const components = memberObject(document, 'components');
  const entries = memberObject(components, section);
  const last = membersOf(from).at(-1) ?? '';
  const wanted = /^\d*$/.test(last) ? 'Imported' : last.replace(/[^\w.-]/g, '_'); // a whole file has a number only
  const name = freeName(wanted, entries);
  define(entries, name, valueAt(document, from) as Json); // a part of the document
  return pointerTo('/components', section, name);
}

function freeName(wanted: string, entries: JsonObject): string {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? wanted : `${wanted}${count}`;
    if (!Object.hasOwn(entries, name)) return name;
  }
}

function memberObject(holder: JsonObject, member: string): JsonObject {
  const current = memberOf(holder, member);
  if (isObject(current)) return current;
  const created: JsonObject = {};
  define(holder, member, created);
  return created;
}
