import { createServer } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import type { JsonObject, Service } from '../spec';
import { readConfiguration } from './configuration';
import { examine, type Outcome } from './examine';
import { planChecks } from './plan';
import { preflight } from './preflight';
import { createTarget } from './target/target';
import { serviceOf } from './test-support/tool-shed';
import { SchemaOracle } from './values/oracle';

const SEASON = { name: 'season', in: 'query', required: true, schema: { enum: ['summer', 'winter'] } };
const TENANT = { name: 'X-Tenant', in: 'header', required: true, schema: { type: 'string' } };

function documentWith(parameters: JsonObject[]): JsonObject {
  const tour = { type: 'object', properties: { name: { type: 'string' } } };
  const schema = { type: 'array', items: tour };
  const size = { name: 'size', in: 'query', schema: { type: 'integer', default: 2, maximum: 5 } };
  const page = { name: 'page', in: 'query', schema: { type: 'integer', default: 1 } };
  return {
    openapi: '3.1.0',
    info: { title: 'Tours', version: '1' },
    paths: {
      '/tours': {
        get: {
          operationId: 'listTours',
          'x-docent': {
            action: 'list',
            resource: 'tours',
            order: { by: 'name' },
            page: { number: 'page', size: 'size' },
          },
          parameters: [page, size, ...parameters],
          responses: { 200: { description: 'Tours.', content: { 'application/json': { schema } } } },
        },
      },
    },
  };
}

function serviceWith(...parameters: JsonObject[]): Service {
  return serviceOf(documentWith(parameters));
}

/** Checks a server that refuses whoever leaves out the season or the tenant. */
async function outcomesOf(service: Service, headers: Record<string, string> = {}): Promise<Outcome[]> {
  const tours = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => ({ name }));
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://tours');
    const [page, size] = ['page', 'size'].map((name) => searchParams.get(name));
    const [first, limit] = [Number(page ?? 1), Number(size ?? 2)];
    const isComplete = searchParams.get('season') === 'summer' && request.headers['x-tenant'] === 't1';
    const isTaken = isComplete && first >= 1 && limit >= 1 && limit <= 5 && pathname === '/tours';
    response.writeHead(isTaken ? 200 : 400, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isTaken ? tours.slice((first - 1) * limit, first * limit) : { error: 'no' }));
  });
  const now = () => new Date();
  const target = createTarget({ server, token: '', identifiersFor: () => [], mayWrite: false, now, headers });
  const oracle = new SchemaOracle(service);
  const outcomes: Outcome[] = [];
  await preflight(service, planChecks(service), target);
  for (const check of planChecks(service))
    outcomes.push(await examine(check, { service, target, oracle, strict: false }));
  server.close();
  return outcomes;
}

describe('a parameter that is required', () => {
  test('is sent with the value that the document names', async () => {
    const outcomes = await outcomesOf(serviceWith(SEASON, { ...TENANT, example: 't1' }));
    expect(outcomes.filter(({ verdict }) => !['passed', 'recorded'].includes(verdict))).toEqual([]);
    expect(outcomes.find(({ rule }) => rule === 'parameters-optional')?.statement).toBe(
      'Each of page, size may be left out.',
    );
  });

  test('is sent as the run gives it, where that is a header', async () => {
    const service = serviceWith(SEASON, { ...TENANT, example: 'another' });
    const outcomes = await outcomesOf(service, { 'x-tenant': 't1' });
    expect(outcomes.filter(({ verdict }) => verdict === 'violated')).toEqual([]);
  });

  test.each([
    ['query', { ...SEASON, schema: { type: 'string' } }, 'listTours  It requires the query parameter season'],
    ['header', TENANT, 'Give it an example in the document or an overlay, or give the header with --header.'],
  ])('keeps a run from starting where no value is known, in the %s', (_place, parameter, message) => {
    const options = { spec: '', overlays: [], ids: [], only: [], strict: false, allowWrites: false };
    expect(() => readConfiguration(options, {}, serviceWith(parameter))).toThrow(message);
    expect(() => readConfiguration(options, { HEADERS: 'X-Tenant: t1' }, serviceWith(TENANT))).not.toThrow();
  });
});
