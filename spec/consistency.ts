import { CONDITION_NAMES, CONDITIONS } from './conditions';
import { CONTROL_PATH, isControlPath } from './control-path';
import { isObject, type JsonObject, memberOf, pointerTo, valueAt } from './json';
import type { OperationSite } from './read-operations';
import { dereference } from './schemas';
import type { Answer, Parameter } from './service';
import type { PointedFault } from './telling-errors';

/** The variables of a path template and the path parameters have to be the same. */
export function templateFaults({ path }: OperationSite, parameters: Parameter[]): PointedFault[] {
  const variables = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const declared = parameters.filter((parameter) => parameter.in === 'path');
  const missing = variables.filter((name) => !declared.some((parameter) => parameter.name === name));
  if (missing.length > 0) {
    return missing.map((name) => ({
      pointer: pointerTo('/paths', path), // once for all operations of the path
      message: `The path has {${name}}, but no path parameter of that name is declared.`,
    }));
  }
  return declared
    .filter(({ name }) => !variables.includes(name))
    .map(({ name, pointer: at }) => ({ pointer: at, message: `The path ${path} has no {${name}}.` }));
}

/** A path that the mock has for itself would never be served. */
export function ownPathFaults({ path }: OperationSite): PointedFault[] {
  if (!isControlPath(path)) return [];
  return [
    {
      pointer: pointerTo('/paths', path),
      message: `Below ${CONTROL_PATH} is what the mock itself answers. Give it another path.`,
    },
  ];
}

/** A list names a parameter once: else which of the two holds would be a guess. */
export function parameterFaults(document: JsonObject, lists: string[]): PointedFault[] {
  return lists.flatMap((list) => {
    const items = valueAt(document, list);
    const seen = new Set<string>();
    return [...(Array.isArray(items) ? items.keys() : [])].flatMap((index) => {
      const { value } = dereference(document, pointerTo(list, index));
      const [place, name] = [String(memberOf(value, 'in')), String(memberOf(value, 'name'))];
      const key = `${place} ${place === 'header' ? name.toLowerCase() : name}`;
      const isFirst = !seen.has(key);
      seen.add(key);
      return isFirst
        ? []
        : [{ pointer: pointerTo(list, index), message: `The ${place} parameter ${name} stands twice in one list.` }];
    });
  });
}

/** A condition has one answer, and one that the mock can give. */
export function claimFaults(answers: Answer[], pointer: string): PointedFault[] {
  return CONDITION_NAMES.flatMap((condition) => {
    const claims = answers.filter(({ when }) => when.includes(condition));
    const statuses = claims.map(({ status }) => status).join(' and by ');
    const [success] = claims.filter(({ status }) => status.startsWith('2'));
    if (claims.length > 1)
      return [{ pointer, message: `${condition} is answered by ${statuses}: it can be one only.` }];
    if (success === undefined || 'whenAccepted' in CONDITIONS[condition]) return [];
    const message = `${condition} cannot be answered by a success (${statuses}): there is nothing to serve.`;
    return [{ pointer: success.pointer, message }];
  });
}

/** Every security scheme that is asked for has to be defined. */
export function securityFaults(document: JsonObject, { pointer, value }: OperationSite): PointedFault[] {
  const [holder, base] = value.security === undefined ? [document, ''] : [value, pointer];
  const requirements = Array.isArray(holder.security) ? holder.security : [];
  const schemes = memberOf(document.components, 'securitySchemes');
  const known = Object.keys(isObject(schemes) ? schemes : {});
  return requirements.flatMap((requirement, index) =>
    Object.keys(isObject(requirement) ? requirement : {})
      .filter((name) => !known.includes(name))
      .map((name) => ({
        pointer: pointerTo(base, 'security', index, name),
        message: `There is no security scheme "${name}". The document has ${known.join(', ') || 'none'}.`,
      })),
  );
}

/** No two operations share an operationId, and no two paths are one but for the names of their variables (OpenAPI, Paths Object). */
export function repetitionFaults(sites: OperationSite[]): PointedFault[] {
  const ids = new Map<string, OperationSite>();
  const paths = new Map<string, OperationSite>();
  return sites.flatMap((site) => {
    const faults: PointedFault[] = [];
    const shape = shapeOf(site.path);
    const namesake = ids.get(site.id);
    const twin = paths.get(shape);
    if (namesake !== undefined) {
      const message = `operationId "${site.id}" stands twice: it is also ${namesake.method} ${namesake.path}.`;
      faults.push({ pointer: pointerTo(site.pointer, 'operationId'), message });
    }
    if (twin !== undefined && twin.path !== site.path) {
      const message = `${site.method} ${site.path} is ${twin.method} ${twin.path} with another name.`;
      faults.push({ pointer: site.pointer, message });
    }
    ids.set(site.id, site);
    paths.set(shape, twin ?? site);
    return faults;
  });
}

function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}
