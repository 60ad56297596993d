import {
  type Answer,
  type Condition,
  type Content,
  contentOf,
  isJsonMediaType,
  isOfDocumentation,
  type Operation,
  responseFor,
} from '../../spec';
import type { Examination } from '../examination';
import { NotExercised, Violation } from '../findings';
import { lookAtProvoked } from '../requests/provoked';
import { namesOf, requireHeaders } from '../requests/response-headers';
import type { Rule } from '../rule';
import { type Exchange, summaryOf } from '../target/exchange';

/** What is documented of answers that refuse, whatever they refuse. */
export const REFUSAL_RULES: Rule[] = [
  {
    id: 'refusals-conform',
    source: 'documented',
    statement: (operation) => `An answer that refuses is as documented: ${partsOf(operation).join(', ')}.`,
    place: (operation) => documentedRefusals(operation)[0]?.pointer,
    appliesTo: (operation) => documentedRefusals(operation).length > 0,
    check: checkRefusals,
  },
];

async function checkRefusals(examination: Examination): Promise<void> {
  const { operation } = examination;
  let looked = 0;
  await lookAtProvoked(examination, (exchange, condition) => {
    const answer = ELSEWHERE.includes(condition) ? undefined : refusalFor(operation, exchange);
    if (answer === undefined) return;
    looked += 1;
    if (answer.content.length > 0) requireContent(examination, answer.content, exchange);
    requireHeaders(examination, answer.headers, exchange);
  });
  const statuses = documentedRefusals(operation).map(({ status }) => status);
  if (looked === 0) throw new NotExercised(`nothing was answered with ${statuses.join(' or ')}`);
}

/** What is answered to these is no answer of the operation. */
const ELSEWHERE: Condition[] = ['unknown-path', 'method-not-allowed'];

/** The responses of an operation that refuse, with a body or with headers that are not merely assumed. */
function documentedRefusals({ answers }: Operation): Answer[] {
  return answers.filter(
    ({ status, source, content, headers }) =>
      /^(4|default)/.test(status) && content.length + headers.length > 0 && isOfDocumentation(source),
  );
}

function partsOf(operation: Operation): string[] {
  return documentedRefusals(operation).map(({ status, content, headers }) =>
    [
      status,
      ...(content.length > 0 ? [content.map(({ mediaType }) => mediaType).join(' or ')] : []),
      ...(headers.length > 0 ? [`with ${namesOf(headers)}`] : []),
    ].join(' '),
  );
}

/** The response that documents an answer of class 4xx: the one of its status, else of the class, else the default. */
function refusalFor(operation: Operation, { response: { status } }: Exchange): Answer | undefined {
  if (status < 400 || status >= 500 || status === 429) return undefined;
  const answer = responseFor(operation.answers, status);
  return answer && documentedRefusals(operation).includes(answer) ? answer : undefined;
}

/** Requires one of the documented bodies. One type of JSON may stand for another, as an error that has become a problem document. */
function requireContent({ oracle }: Examination, content: Content[], exchange: Exchange): void {
  const { headers, json } = exchange.response;
  const sent = headers['content-type'] ?? '';
  const exact = contentOf(content, sent);
  const alike = isJsonMediaType(sent) ? content.filter(({ mediaType }) => isJsonMediaType(mediaType)) : [];
  const candidates = exact === undefined ? alike : [exact];
  if (candidates.length === 0) {
    throw new Violation(
      `a body of ${content.map(({ mediaType }) => mediaType).join(' or ')}`,
      summaryOf(exchange),
      exchange,
    );
  }
  if (!isJsonMediaType(sent)) return;
  if (json === undefined) throw new Violation('a body that parses as JSON', summaryOf(exchange), exchange);
  const faults = candidates.map(({ schema }) => (schema === undefined ? [] : oracle.faultsOf(schema, json.value)));
  const [first = []] = faults;
  if (faults.every(({ length }) => length > 0))
    throw new Violation(`the documented body of ${exchange.response.status}`, first.join('; '), exchange);
}
