import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { type Json, type JsonObject, readService, type Service } from '../../spec';
import { examine, type Outcome } from '../examine';
import { planChecks } from '../plan';
import { createTarget } from '../target/target';
import { SchemaOracle } from '../values/oracle';

/** For tests: what the document of a shed of tools says, and what the shed does. It reads and updates tools by their `id`. */
export interface Shed {
  /** The fields that an update may carry; an answer shows them too, beside the `id`. */
  fields: JsonObject;
  /** The fields that an answer shows, where they are others. */
  shown?: JsonObject;
  /** What an update has to keep to as a whole, beside its fields. */
  update?: JsonObject;
  /** What a tool has to keep to as a whole, beside its fields. */
  tool?: JsonObject;
  /** The fields that an answer always shows. */
  required?: string[];
  /** Which credentials have to come together, by their names `key` and `login`; the key alone unless given. */
  security?: Json;
  /** The media type of updates; JSON unless given. */
  mediaType?: string;
  /** The tools as they are at first, without their `id`. */
  tools: JsonObject[];
  /** The identifiers that are given to the suite; all unless given. */
  known?: string[];
  /** Whether a tool is in no state for an update, so that it is refused with 409; the document then lists that status. */
  conflicts?(tool: JsonObject, patch: JsonObject): boolean;
  /** The document does not list 409 all the same. */
  hidesConflicts?: true;
  /** The shed lists its tools too, all on one page. */
  isListed?: true;
  /** The field in whose ascending order they are listed, as is documented. */
  orderedBy?: string;
  /** It is documented that no two of them are alike in it. */
  isOrderUnique?: true;
  /** It is documented that an update which breaks the document is refused. */
  isStrict?: true;
  /** The field of which no two tools may have the same value, so that an update is refused; the document says nothing of it. */
  unique?: string;
  /** What an update carries is documented as alternatives. */
  isChoice?: true;
  /** What the document says of the answer to an update, where that is not the tool. */
  receipt?: JsonObject;
  /** What the document says of every answer that refuses, as one by `default`. */
  refusals?: Json;
  /** The headers that the document has for what shows tools. */
  headers?: Json;
  /** The identifier of the first tool, from which the others count on; 1 unless given. */
  firstId?: bigint;
  /** What the shed does otherwise than one which does as documented. */
  ways?: Partial<Ways>;
}

interface Ways {
  isAuthorised(headers: IncomingMessage['headers'], query: URLSearchParams): boolean;
  /** Whether an update is taken that the document allows. */
  takes(patch: JsonObject): boolean;
  /** Whether one is that the document does not allow. */
  alsoTakes(patch: JsonObject): boolean;
  merge(tool: JsonObject, patch: JsonObject): JsonObject;
  show(tool: JsonObject): JsonObject;
  list(tools: JsonObject[]): JsonObject[];
  /** Tools that are updated with another one. */
  alsoUpdated(id: string): string[];
  /** The answer to an update. */
  receive(tool: JsonObject): JsonObject;
  /** The headers of what shows tools, beside its media type. */
  headers(): Record<string, string | string[]>;
  /** The media type and the body of an answer that refuses, and its other headers. */
  refuse(status: number, problem: string): { mediaType: string; body: string; headers?: Record<string, string> };
}

/** For tests: the one credential that the shed takes. */
export const TOKEN = 'hammer-and-nails';

const HONEST: Ways = {
  isAuthorised: (headers) => headers['x-key'] === TOKEN,
  takes: () => true,
  alsoTakes: () => false,
  merge: (tool, patch) => ({ ...tool, ...patch }),
  show: (tool) => tool,
  list: (tools) => tools,
  alsoUpdated: () => [],
  receive: (tool) => tool,
  headers: () => ({}),
  refuse: (_status, problem) => ({ mediaType: 'application/json', body: JSON.stringify({ problem }) }),
};

/** For tests: what came of the checks, and the updates that were taken, in their order. */
export interface Examined {
  outcomes: Outcome[];
  sent: JsonObject[];
  /** The tools as they are now. */
  left: JsonObject[];
}

/** For tests: starts the shed, makes the checks of the named rules (or all) as a strict run does, and stops it. */
export async function examineShed(shed: Shed, ...rules: string[]): Promise<Examined> {
  const service = readShed(shed);
  const unique = { unique: shed.unique };
  const ways = { ...HONEST, ...unique, conflicts: shed.conflicts ?? (() => false), ...shed.ways };
  const isDocumented = addFormats(
    new Ajv2020({ multipleOfPrecision: 9, strict: false, ownProperties: true, logger: false }),
  ).compile(bodyOf(shed));
  const tools = new Map(
    shed.tools.map((tool, index) => {
      const id = (shed.firstId ?? 1n) + BigInt(index);
      return [String(id), { id: Number(id), ...tool }];
    }),
  );
  const sent: JsonObject[] = [];
  const server = createServer((request, response) => {
    const takes = (patch: JsonObject) => (isDocumented(patch) && ways.takes(patch)) || ways.alsoTakes(patch);
    serve({ ...ways, takes }, tools, sent, request, response).catch(() => response.destroy());
  });
  const target = createTarget({
    server,
    shownAs: 'http://shed',
    token: TOKEN,
    identifiersFor: () => shed.known ?? [...tools.keys()],
    mayWrite: true,
    now: () => new Date(),
  });
  const oracle = new SchemaOracle(service);
  const outcomes: Outcome[] = [];
  for (const check of planChecks(service, rules)) {
    outcomes.push(await examine(check, { service, target, oracle, strict: true }));
  }
  server.close();
  return { outcomes, sent, left: [...tools.values()] };
}

/** For tests: the failed checks, a line each, with what was expected and observed. */
export function alarmsIn({ outcomes }: Pick<Examined, 'outcomes'>): string[] {
  return outcomes
    .filter(({ verdict }) => ['violated', 'warned'].includes(verdict))
    .map(({ operation, rule, finding, notRestored }) =>
      [operation, rule, finding?.expected, finding?.observed, notRestored].join(' · '),
    );
}

/** For tests: the service of the shed, read from its document as from a file. */
export function readShed(shed: Shed): Service {
  return serviceOf(documentOf(shed));
}

/** For tests: the service of a document, read as from a file. */
export function serviceOf(document: JsonObject): Service {
  const folder = mkdtempSync(join(tmpdir(), 'docent-document-'));
  const spec = join(folder, 'openapi.json');
  writeFileSync(spec, JSON.stringify(document));
  const service = readService({ spec });
  rmSync(folder, { recursive: true });
  return service;
}

function bodyOf({ fields, isChoice, update }: Shed): JsonObject {
  const body = { type: 'object', properties: fields, ...update };
  return isChoice ? { anyOf: [body] } : body;
}

function documentOf(shed: Shed): JsonObject {
  const { fields, shown = fields, required = [], security = [{ key: [] }], mediaType = 'application/json' } = shed;
  const tool = { type: 'object', required, properties: { id: { type: 'integer' }, ...shown }, ...shed.tool };
  const { headers = {} } = shed;
  const answer = { 200: { description: 'A tool.', headers, content: { 'application/json': { schema: tool } } } };
  const conflict = shed.conflicts &&
    !shed.hidesConflicts && { 409: { description: 'The tool is in no state for it.' } };
  const refused = shed.refusals && { default: shed.refusals };
  return {
    openapi: '3.1.0',
    info: { title: 'Shed', version: '1' },
    security,
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        login: { type: 'http', scheme: 'bearer' },
      },
    },
    paths: {
      ...(shed.isListed && { '/tools': { get: listing(tool, shed) } }),
      '/tools/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: {
          operationId: 'readTool',
          'x-docent': { action: 'read', resource: 'tools', key: 'id' },
          responses: { ...answer, ...refused },
        },
        patch: {
          operationId: 'changeTool',
          'x-docent': { action: 'merge', resource: 'tools', key: 'id' },
          requestBody: { required: true, content: { [mediaType]: { schema: bodyOf(shed) } } },
          responses: {
            ...(shed.receipt ? receiptOf(shed.receipt) : answer),
            ...conflict,
            ...(shed.isStrict && REFUSED),
            ...refused,
          },
        },
      },
    },
  };
}

function receiptOf(schema: JsonObject): JsonObject {
  return { 200: { description: 'It is done.', content: { 'application/json': { schema } } } };
}

const REFUSED = { 400: { description: 'No such update.', 'x-docent': { when: ['invalid-body'] } } };

function listing(tool: JsonObject, { orderedBy: by, isOrderUnique }: Shed): JsonObject {
  const schema = { type: 'array', items: tool };
  return {
    operationId: 'listTools',
    'x-docent': {
      action: 'list',
      resource: 'tools',
      ...(by !== undefined && { order: { by, unique: isOrderUnique === true } }),
    },
    responses: { 200: { description: 'The tools.', content: { 'application/json': { schema } } } },
  };
}

async function serve(
  ways: Ways & Required<Pick<Shed, 'conflicts'>> & { unique: string | undefined },
  tools: Map<string, JsonObject>,
  sent: JsonObject[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // a request without an encoding gives buffers
  const answer = (status: number, value: JsonObject | JsonObject[]) => {
    response.writeHead(status, { 'content-type': 'application/json', ...ways.headers() }).end(JSON.stringify(value));
  };
  const refuse = (status: number, problem: string) => {
    const challenge = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
    const { mediaType, body, headers } = ways.refuse(status, problem);
    response.writeHead(status, { 'content-type': mediaType, ...challenge, ...headers }).end(body);
  };
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://shed');
  const [, id = ''] = /^\/tools\/(\d+)$/.exec(pathname) ?? [];
  const tool = tools.get(id);
  if (!ways.isAuthorised(request.headers, searchParams)) return refuse(401, 'no credential');
  if (pathname === '/tools' && request.method === 'GET') return answer(200, ways.list([...tools.values()]));
  if (tool === undefined) return refuse(404, 'no such tool');
  if (request.method === 'GET') return answer(200, ways.show(tool));
  if (request.method !== 'PATCH') return refuse(405, 'no such method');
  const patch = parsed(Buffer.concat(chunks).toString());
  if (patch === undefined || !ways.takes(patch)) return refuse(400, 'no such update');
  if (ways.conflicts(tool, patch)) return refuse(409, 'not in this state');
  const { unique = '' } = ways;
  const isTaken = [...tools].some(
    ([other, { [unique]: value }]) => other !== id && unique in patch && value === patch[unique],
  );
  if (isTaken) return refuse(422, 'another has it');
  sent.push(patch);
  for (const each of [id, ...ways.alsoUpdated(id)])
    tools.set(each, { ...ways.merge(tools.get(each) ?? {}, patch), id: Number(each) });
  answer(200, ways.receive(ways.show(tools.get(id) ?? {})));
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined; // it was JSON
  } catch {
    return undefined; // a body that is no JSON is refused
  }
}
