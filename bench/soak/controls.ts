import type { JsonObject } from '../../spec';
import type { PendingFault } from './model';
import type { Maker, SoakRequest } from './step';

const SNAPSHOTS = ['one', 'two', 'three'] as const;
const RULES: readonly [PendingFault['rule'], ...PendingFault['rule'][]] = [
  { status: 503 },
  { cut: 'before' },
  { delay: 3 },
];

function call(method: SoakRequest['method'], path: string, body?: JsonObject): SoakRequest {
  const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
  return { method, path: `/_docent${path}`, headers, ...(body && { body: JSON.stringify(body) }) };
}

/** Calls of the control API, each with what should come of it. */
export const CONTROLS: readonly Maker[] = [
  {
    weight: 0.5,
    make: (model) => {
      model.reset();
      return { request: call('POST', '/reset'), expected: { status: 200 } };
    },
  },
  {
    weight: 1,
    make: (model, random) => {
      const name = random.pick(SNAPSHOTS);
      model.keep(name);
      return { request: call('PUT', `/snapshots/${name}`), expected: { status: 200 } };
    },
  },
  {
    weight: 1,
    make: (model, random) => {
      const name = random.pick(SNAPSHOTS);
      const isThere = model.snapshots.includes(name);
      if (isThere) model.restore(name);
      return { request: call('POST', `/snapshots/${name}/restore`), expected: { status: isThere ? 200 : 404 } };
    },
  },
  {
    weight: 0.5,
    make: (model) => ({ request: call('GET', '/state'), expected: { status: 200, body: model.state() } }),
  },
  {
    weight: 1,
    make: (model, random) => {
      const [rule, left] = [random.pick(RULES), random.whole(1, 3)];
      if (model.fault !== undefined) {
        model.fault = undefined;
        return { request: call('DELETE', '/faults'), expected: { status: 204 } };
      }
      model.fault = { rule, left };
      return { request: call('POST', '/faults', { ...rule, times: left }), expected: { status: 200 } };
    },
  },
];
