import type { Service } from '../spec';
import { requestBudget, requestsOf } from './budget';
import type { Configuration } from './configuration';
import { counted } from './counted';
import { planChecks } from './plan';
import { isSafe } from './target/methods';

/** What a run would check, why each of it, and how much it would ask of the target. Nothing is sent for it. */
export function listingOf(configuration: Configuration, service: Service): string {
  const checks = planChecks(service, configuration.only);
  const lines = checks.flatMap((check) => {
    const { operation, rule, source, statement, documentation } = check;
    const isLeftOut = !configuration.mayWrite && !isSafe(operation.method);
    return [
      `${operation.id} · ${rule.id} (${source})`,
      `  ${statement}`,
      `  stated in ${documentation}`,
      isLeftOut
        ? '  would write, which this run may not: not exercised, unless it writes nothing after all'
        : `  at most ${counted(requestsOf(check, service, configuration), 'request')}${rule.updatesToo && configuration.mayWrite ? ', updates among them' : ''}`,
    ];
  });
  const { baseUrl = 'the mock in this process', mayWrite } = configuration;
  const once = checks.reduce((sum, check) => sum + requestsOf(check, service, configuration), 0);
  const most = requestBudget(checks, service, configuration);
  return [
    ...lines,
    '',
    `${counted(checks.length, 'check')} of ${baseUrl}, which ${mayWrite ? 'may be written to' : 'is only read'}.`,
    `At most ${once} requests, 8 at once; what fails is made once more, a random sequence also shorter, so ${most} if everything fails.`,
    'Requests that are sent again after a fault of the connection, or because the target said Retry-After, come on top.',
    'Nothing was sent.',
  ].join('\n');
}
