import { ConfigurationError, type Operation, type Service } from '../spec';
import { documentedCredentials, pathOf } from './examination';
import type { Exchange } from './exchange';
import { NoAnswer } from './findings';
import type { Check } from './plan';
import { isSafe, type Target } from './target';

/**
 * Asks a server once for whatever the run will read, so that a wrong address, credential or identifier is told as such and
 * not as a violation of every rule.
 * @throws {ConfigurationError} with one sentence on what is wrong and what to do
 */
export async function preflight(service: Service, checks: Check[], target: Target): Promise<void> {
  const resources = new Set(checks.map(({ operation }) => operation.meaning.resource));
  const probed = service.operations.filter(({ method, meaning }) => isSafe(method) && resources.has(meaning.resource));
  const answers: { operation: Operation; identifier?: string; exchange: Exchange }[] = [];
  for (const operation of probed) {
    const identifiers = operation.meaning.action === 'list' ? [undefined] : target.identifiersFor(operation);
    for (const identifier of identifiers) {
      const exchange = await probe(target, operation, identifier);
      requireDirect(exchange);
      answers.push({ operation, exchange, ...(identifier !== undefined && { identifier }) });
    }
  }
  const refused = answers.filter(({ exchange }) => [401, 403].includes(exchange.response.status));
  if (refused.length > 0 && refused.length === answers.length) {
    refuse(
      'AUTH_TOKEN',
      `The credential is refused by ${target.name} (${refused[0]?.exchange.response.status}). Set another.`,
    );
  }
  const unknown = answers.filter(({ exchange }) => [400, 404, 410, 422].includes(exchange.response.status));
  for (const { operation, identifier, exchange } of unknown) {
    if (identifier === undefined || operation.meaning.action === 'list') continue;
    const { name } = operation.meaning.key.parameter;
    const advice = `Give one that it has with --id ${name}=<value>.`;
    refuse('--id', `${target.name} has no ${name} "${identifier}" (${exchange.response.status}). ${advice}`);
  }
}

async function probe(target: Target, operation: Operation, identifier: string | undefined): Promise<Exchange> {
  const { method } = operation;
  try {
    return await target.send({
      method,
      path: pathOf(operation, identifier),
      credentials: documentedCredentials(operation),
    });
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    if (/CERT|SELF_SIGNED|TLS|SSL|UNABLE_TO_VERIFY/.test(error.message)) {
      const advice = 'Trust its certificate with NODE_EXTRA_CA_CERTS, or correct the URL.';
      return refuse('BASE_URL', `${target.name} cannot be trusted: ${error.message}. ${advice}`);
    }
    return refuse('BASE_URL', `${target.name} cannot be reached: ${error.message}. Start it, or correct the URL.`);
  }
}

function requireDirect({ response }: Exchange): void {
  if (response.status < 300 || response.status > 399) return;
  const to = response.headers.location ?? 'elsewhere';
  refuse('BASE_URL', `It redirects to ${to} (${response.status}). Give the address that serves the API itself.`);
}

function refuse(place: string, message: string): never {
  throw new ConfigurationError('start the contract run', [{ place, message }]);
}
