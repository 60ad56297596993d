import { ConfigurationError, type Operation, type Service } from '../spec';
import { documentedCredentials, pathOf } from './examination';
import { NoAnswer, TimedOut, Unreadable } from './findings';
import { shownNameFor } from './identifiers';
import type { Check } from './plan';
import { requiredParameters } from './requests/required-parameters';
import type { Exchange } from './target/exchange';
import { isSafe } from './target/methods';
import type { Target } from './target/target';

interface Probe {
  operation: Operation;
  identifier?: string;
  exchange: Exchange;
}

/**
 * Asks a server once for whatever the run will read, so that a wrong address, credential or identifier is told as such and
 * not as a violation of every rule.
 * @returns how long an answer took at least, in milliseconds
 * @throws {ConfigurationError} with one sentence on what is wrong and what to do
 */
export async function preflight(service: Service, checks: Check[], target: Target): Promise<number> {
  const resources = new Set(checks.map(({ operation }) => operation.meaning.resource));
  const probed = service.operations.filter(({ method, meaning }) => isSafe(method) && resources.has(meaning.resource));
  const answers: Probe[] = [];
  let quickest = Number.POSITIVE_INFINITY;
  for (const operation of probed) {
    const identifiers = operation.meaning.action === 'list' ? [undefined] : target.identifiersFor(operation);
    for (const identifier of identifiers) {
      const start = performance.now();
      const exchange = await probe(service, target, operation, identifier);
      quickest = Math.min(quickest, performance.now() - start);
      requireDirect(target, exchange);
      answers.push({ operation, exchange, ...(identifier !== undefined && { identifier }) });
    }
  }
  requireService(target, answers);
  for (const answer of answers) requireKnown(service, target, answer);
  return quickest;
}

/** What all answers have in common says something of the address or the credential. */
function requireService({ name }: Target, answers: Probe[]): void {
  const [first] = answers;
  if (first === undefined) return;
  const { status } = first.exchange.response;
  const all = (matches: (response: Exchange['response']) => boolean) =>
    answers.every(({ exchange }) => matches(exchange.response));
  if (all((response) => [401, 403].includes(response.status))) {
    refuse('AUTH_TOKEN', `The credential is refused by ${name} (${status}). Set another.`);
  }
  if (all(isPage)) {
    const advice = 'Give the address that serves the API itself, and what it wants to know of you (see --header).';
    refuse('BASE_URL', `${name} answers everything with a web page (${status}), as a login page does. ${advice}`);
  }
  if (all((response) => [429, 502, 503, 504].includes(response.status))) {
    refuse('BASE_URL', `${name} is out of service: it answers everything with ${status}. Wait until it is back.`);
  }
  const lists = answers.some(({ operation }) => operation.meaning.action === 'list');
  if (lists && all((response) => [404, 410].includes(response.status))) {
    const example = first.exchange.url;
    refuse(
      'BASE_URL',
      `Nothing is served below ${name}: ${example} is answered with ${status}. Correct its base path.`,
    );
  }
}

function isPage({ status, headers, json, text }: Exchange['response']): boolean {
  const isHtml = /html/i.test(headers['content-type'] ?? '') || /^\s*<(!doctype|html)/i.test(text);
  return status < 300 && json === undefined && isHtml;
}

function requireKnown(
  { operations }: Service,
  { name: target }: Target,
  { operation, identifier, exchange }: Probe,
): void {
  const { status } = exchange.response;
  if (identifier === undefined || operation.meaning.action === 'list' || ![400, 404, 410, 422].includes(status)) return;
  const name = shownNameFor(operation, operations);
  const advice = `Give one that it has with --id ${name}=<value>, or correct the URL.`;
  refuse('--id', `${target} has no ${name} "${identifier}" (${status}). ${advice}`);
}

async function probe(
  { openapi }: Service,
  target: Target,
  operation: Operation,
  identifier: string | undefined,
): Promise<Exchange> {
  const { method } = operation;
  try {
    return await target.send({
      method,
      path: pathOf(operation, identifier),
      credentials: documentedCredentials(operation),
      ...requiredParameters(openapi, operation, target.headers),
    });
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    if (/EPROTO|WRONG_VERSION/.test(error.message)) {
      return refuse(
        'BASE_URL',
        `${target.name} does not speak TLS: ${error.message}. Write http:, or correct the port.`,
      );
    }
    if (/CERT|SELF_SIGNED|TLS|SSL|UNABLE_TO_VERIFY/.test(error.message)) {
      const advice = 'Trust its certificate with NODE_EXTRA_CA_CERTS, or correct the URL.';
      return refuse('BASE_URL', `${target.name} cannot be trusted: ${error.message}. ${advice}`);
    }
    if (error instanceof Unreadable) {
      const advice = 'Correct the server, or whatever stands before it, or the URL.';
      return refuse('BASE_URL', `What ${target.name} answers cannot be read: ${error.message}. ${advice}`);
    }
    if (error instanceof TimedOut) {
      const advice = 'Wait longer (see --timeout), or correct the URL.';
      return refuse('BASE_URL', `${target.name} does not answer in time: ${error.message}. ${advice}`);
    }
    return refuse('BASE_URL', `${target.name} cannot be reached: ${error.message}. Start it, or correct the URL.`);
  }
}

function requireDirect(target: Target, { response }: Exchange): void {
  if (response.status < 300 || response.status > 399 || response.status === 304) return;
  const to = target.redact(response.headers.location ?? 'elsewhere');
  refuse(
    'BASE_URL',
    `It redirects to ${to} (${response.status}), as to a login page. Give the address that serves the API itself.`,
  );
}

function refuse(place: string, message: string): never {
  throw new ConfigurationError('start the contract run', [{ place, message }]);
}
