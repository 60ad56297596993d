// A project in TypeScript; compiled as CommonJS and as ES module.
import { createMock, type FaultRule, type Mock, type ReloadReport, type StartedMock, startMock } from 'docent';
import type { paths } from './types';

export type Hours = paths['/museum-hours']['get'];

const rule: FaultRule = { status: 503, times: 1 };
const onReload = ({ outcome }: ReloadReport): void => console.log(outcome);

export async function use(): Promise<void> {
  const app: Mock = createMock({ today: '2027-03-01', onReload });
  app.listen(0).close();
  const mock: StartedMock = await startMock({ port: 0, tokens: ['s3cret'] });
  const applied: number = mock.session('one').fault(rule).applied;
  console.log(applied);
  await mock.close();
  // @ts-expect-error A port is a number. Were the types lost on the way, this would be no fault.
  await startMock({ port: '80' });
}
