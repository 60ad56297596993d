import {
  type Answer,
  CONDITIONS,
  copyOf,
  isObject,
  type Json,
  type JsonObject,
  memberOf,
  type Operation,
  type Part,
  partsOf,
  pointerTo,
  type Service,
  schemaAt,
  valueAt,
} from '../../spec';
import { legend, mark } from './mark';
import { meaningText } from './meaning-text';

/**
 * A copy of a service's document in which every description says what stands in `x-docent`: what an operation means, which
 * conditions a response answers, and what is not documented. A reader of the page sees descriptions only.
 */
export function annotated({ openapi, operations, answers }: Service): JsonObject {
  const document = copyOf(openapi);
  for (const { pointer, meaning } of operations) describe(document, pointer, meaningText(meaning));
  for (const answer of distinctAnswers(operations, answers)) describe(document, answer.pointer, answerText(answer));
  for (const part of partsOf(document)) annotatePart(document, part);
  const others = answers.map((answer) => `- \`${answer.status}\` ${answerText(answer)}`);
  const elsewhere = others.length === 0 ? [] : ['Answers that belong to no single operation:', others.join('\n')];
  describe(document, '/info', [legend(), ...elsewhere].join('\n\n'));
  return document;
}

/** Every response of the document once; several operations may refer to one. */
function distinctAnswers(operations: Operation[], others: Answer[]): Iterable<Answer> {
  const all = [...operations.flatMap(({ answers }) => answers), ...others];
  return new Map(all.map((answer) => [answer.pointer, answer])).values();
}

/** How a response is known, and which conditions it answers. */
function answerText({ status, source, when }: Answer): string {
  const isSuccess = status.startsWith('2');
  const known = mark(source, isSuccess ? 'the status code; the documentation does not show it.' : undefined).trim();
  const conditions = when.map((condition) => {
    const { title, whenAccepted } = CONDITIONS[condition] as { title: string; whenAccepted?: string };
    return isSuccess && whenAccepted ? `${lowered(title)} (${whenAccepted})` : lowered(title);
  });
  const sent = conditions.length === 0 ? '' : `Answers: ${conditions.join(', ')}.`;
  return [known, sent].filter((text) => text !== '').join(' ');
}

function lowered(title: string): string {
  return title.charAt(0).toLowerCase() + title.slice(1);
}

/** What is said of a part by its kind, beside operations and responses. */
function annotatePart(document: JsonObject, { kind, pointer, value }: Part): void {
  if (kind === 'schema') describe(document, pointer, assumptionText(value));
  // The page shows the description of a parameter, and not that of its schema.
  if (kind === 'parameter')
    describe(document, pointer, assumptionText(schemaAt(document, pointerTo(pointer, 'schema')).value));
  if (kind === 'security-scheme' && String(value.scheme).toLowerCase() === 'basic') {
    const hint = 'On this page, a credential that is no name and password is entered as a name without a password.';
    describe(document, pointer, hint);
  }
}

/** The keywords of a schema that the document marks as assumed, with their values where those are short. */
function assumptionText(schema: JsonObject): string {
  const extension = memberOf(schema, 'x-docent');
  const assumed = isObject(extension) ? extension.assumed : undefined;
  if (!Array.isArray(assumed)) return '';
  const keywords = assumed.map((keyword) => {
    const value = memberOf(schema, String(keyword)) as Json | undefined; // a member of a schema
    return isShort(value) ? `${keyword} ${value}` : String(keyword);
  });
  return mark('assumed', `${keywords.join(', ')}.`).trim();
}

function isShort(value: Json | undefined): boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

/** Adds a paragraph to a description; what only refers to another object has none of its own. */
function describe(document: JsonObject, pointer: string, text: string): void {
  const object = valueAt(document, pointer);
  if (text === '' || !isObject(object)) return;
  const { description } = object;
  object.description =
    typeof description === 'string' && description !== '' ? `${description.trimEnd()}\n\n${text}` : text;
}
