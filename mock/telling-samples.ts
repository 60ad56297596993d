import { isObject, type Json, type JsonObject, memberOf } from '../spec';

/** Names under which APIs tell what was wrong, with the member of a problem document that says the same. */
const TELLING: Record<string, string> = {
  ...{ detail: 'detail', message: 'detail', description: 'detail', error_description: 'detail', text: 'detail' },
  ...{ title: 'title', error: 'title', type: 'type', status: 'status' },
};

/** How far below the top it is looked for a place for the sentence, as in `{ "error": { "message": … } }`. */
const LEVELS = 2;

/** A sample that says what the problem says, instead of the word "string": at its top, or else in the first place below. */
export function telling(made: Json, problem: JsonObject, levels = LEVELS): Json {
  const told = toldIn(made, problem);
  if (levels === 0 || isDetailIn(told, problem)) return told;
  const below = Object.entries(toMembers(told))
    .map(([name, value]) => [name, telling(value, problem, levels - 1)] as const)
    .find(([, value]) => isDetailIn(value, problem));
  if (below === undefined) return told;
  const [name, value] = below;
  return Array.isArray(told) ? told.with(Number(name), value) : { ...toMembers(told), [name]: value };
}

/** A sample whose members of such names say what the problem says. */
export function toldIn(made: Json, problem: JsonObject): Json {
  if (!isObject(made)) return made;
  return Object.fromEntries(
    Object.entries(made).map(([name, value]) => {
      const told = memberOf(problem, String(memberOf(TELLING, name))) as Json | undefined; // a member of a JsonObject
      return [name, told !== undefined && typeof told === typeof value ? told : value];
    }),
  );
}

/** The members of an object, or the items of an array by their index. */
function toMembers(value: Json): JsonObject {
  return Array.isArray(value) ? Object.fromEntries(value.entries()) : isObject(value) ? value : {};
}

function isDetailIn(value: Json, { detail = null }: JsonObject): boolean {
  return JSON.stringify(value).includes(JSON.stringify(detail));
}
