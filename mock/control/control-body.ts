import express, { type Request, type Response } from 'express';
import { essenceOf, type JsonObject } from '../../spec';
import { askForBody } from '../continue';
import { isDeeperThan } from '../input/request-body';
import { run } from '../input/run-middleware';
import { Conformance } from '../state/conformance';
import { ControlRefusal } from './problem';

/** The most that is read of a control request's body, in bytes: a state of some 100,000 entries. */
const BODY_LIMIT = 32 * 1024 * 1024;

const DEPTH_LIMIT = 100;

const parseJson = express.json({ limit: BODY_LIMIT, strict: false, type: () => true });

/** Reads and checks the bodies of control requests, each against the schema of its route. */
export class ControlBodies {
  readonly #schemas: JsonObject;
  #conformance: Conformance | undefined;

  /** @param schemas by name, what bodies look like */
  constructor(schemas: JsonObject) {
    this.#schemas = schemas;
  }

  /**
   * @param schema the name of what the body has to look like; undefined where the route has none, and it is not read
   * @throws {ControlRefusal} where it is missing, is not JSON, is too large or looks otherwise
   */
  async read(request: Request, response: Response, schema: string | undefined): Promise<unknown> {
    requireJson(request);
    if (schema === undefined) return undefined;
    askForBody(response);
    const error = await run(parseJson, request, response);
    if (error !== undefined) throw refusalOf(error);
    if (isDeeperThan(request.body, DEPTH_LIMIT)) throw invalid([{ pointer: '', message: TOO_DEEP }]);
    this.#conformance ??= new Conformance(this.#schemas);
    const faults = this.#conformance.check({ pointer: `/${schema}`, value: {} }, request.body ?? null);
    if (faults.length > 0) throw invalid(faults.map(({ pointer, message }) => ({ pointer, message })));
    return request.body;
  }
}

const TOO_DEEP = `must not nest deeper than ${DEPTH_LIMIT} levels`;

/** A form of a web page can send a body of other types without being asked; JSON it cannot. */
function requireJson({ headers }: Request): void {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  const type = headers['content-type'];
  if ((!hasBody && type === undefined) || essenceOf(type ?? '') === 'application/json') return;
  const detail = `The body must be application/json, but its Content-Type was ${type ? `"${type}"` : 'missing'}.`;
  throw new ControlRefusal('control-media-type', detail);
}

function invalid(errors: { pointer: string; message: string }[]): ControlRefusal {
  const sentences = errors.map(({ pointer, message }) => `${pointer || 'The body'} ${message}.`);
  return new ControlRefusal('invalid-control-body', sentences.join(' '), errors);
}

function refusalOf(error: unknown): ControlRefusal {
  const { type = '', message } = error as { type?: string; message: string }; // http-errors, as body-parser documents
  if (type === 'entity.too.large')
    return new ControlRefusal('control-body-too-large', `The body is larger than ${BODY_LIMIT} bytes.`);
  if (type === 'encoding.unsupported' || type === 'charset.unsupported')
    return new ControlRefusal('control-media-type', `The body cannot be read: ${message}.`);
  return new ControlRefusal('malformed-control-body', `The body is not JSON: ${message}.`);
}
