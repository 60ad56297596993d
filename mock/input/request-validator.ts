import type { Ajv } from 'ajv';
import type { Request, RequestHandler, Response } from 'express';
import type { Spec } from 'express-openapi-validator/dist/framework/openapi.spec.loader';
import { RequestValidator as InputValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator';
import { OpenApiValidator } from 'express-openapi-validator/dist/openapi.validator';
import { answerTo, type Content, type LocatedSchema, type Operation, type Service } from '../../spec';
import { begunExchange, exchangeOf } from '../exchange';
import { type InputFault, Refusal } from '../refusal';
import { Conformance } from '../state/conformance';
import { uncheckedFormats } from '../state/formats';
import { teachUniqueItems } from '../state/unique-items';
import { challengeOf, credentialHint, credentialIn, hasCredential } from './credentials';
import { bodyFaultsOf, inputFaultsOf } from './input-faults';
import { requiringOfRequests } from './required-fields';
import { run } from './run-middleware';
import { validatorDocument, validatorName, validatorPath } from './validator-document';
import { loadForValidator } from './validator-loading';
import { isLeftOut, type ValidatorSchemas } from './validator-schemas';

/** What the validator is shown of all requests to one path alike. */
export interface Shown {
  method: string;
  url: string;
  params: Record<string, string>;
}

/**
 * Credential and input of a request, validated by express-openapi-validator. It is run in its parts, so that a body is read only
 * after the credential was accepted, and so that every fault of the input is reported, its own among them.
 */
export class RequestValidator {
  readonly #service: Service;
  readonly #identify: RequestHandler[];
  readonly #authenticate: RequestHandler;
  readonly #validate: RequestHandler;
  readonly #conformance: Conformance;
  /** The schemas of bodies that the validator leaves to the conformance. */
  readonly #left: ReadonlySet<LocatedSchema>;

  /** @param tokens the accepted credentials; undefined where any is */
  constructor(service: Service, tokens: ReadonlySet<string> | undefined, conformance: Conformance) {
    this.#service = service;
    const contents = service.operations.flatMap(({ body }) => body?.content ?? []);
    const schemas = contents.flatMap(({ schema }) => schema ?? []);
    this.#left = new Set(schemas.filter((schema) => isLeftOut(service, schema)));
    const requests = requiringOfRequests(service.openapi);
    this.#conformance = this.#left.size > 0 ? new Conformance(requests) : conformance;
    const { document, formats } = validatorDocument(service, requests);
    const loaded = loadForValidator(service, document);
    const validator = openApiValidator(service, tokens, formats);
    const named = stepsOf(validator, loaded);
    this.#identify = [named('pathParamsMiddleware'), named('metadataMiddleware')];
    this.#authenticate = named('securityMiddleware');
    let input: InputValidator | undefined;
    this.#validate = (...args: unknown[]) => {
      input ??= inputValidatorOf(loaded, validator); // which `identify` has prepared by then
      return Reflect.apply(input.validate, input, args);
    };
  }

  /** @throws {Refusal} missing-credential or wrong-credential */
  async requireCredential(request: Request, response: Response): Promise<void> {
    const { operation } = begunExchange(response);
    for (const step of this.#identify) rethrow(await run(step, request, response));
    const error = await run(this.#authenticate, request, response);
    if (error === undefined) return;
    if (!(error instanceof Error) || !('status' in error) || error.status !== 401) throw error;
    const headers = { 'WWW-Authenticate': challengeOf(operation, this.#service.title) };
    if (hasCredential(request, operation)) {
      throw new Refusal(
        'wrong-credential',
        'The credential is not one of those that the mock was started with.',
        [],
        headers,
      );
    }
    throw new Refusal('missing-credential', credentialHint(operation), [], headers);
  }

  /** What `accepts` has to be given of requests to a path, where their operation is decided by path and body alone. */
  shownOf(operation: Operation, path: ReadonlyMap<string, string>): Shown {
    const url = validatorPath(this.#service, operation, path);
    const params = Object.fromEntries([...path].map(([name, value]) => [validatorName(name), value]));
    return { method: operation.method, url, params };
  }

  /**
   * Whether a request has no fault; false as well where the validator does not judge all of it.
   * @param content what the document says of the body
   * @param openapi what the validator has noted of an earlier request of the operation
   */
  accepts(
    { method, url, params: given }: Shown,
    content: Content | undefined,
    body: unknown,
    openapi: object,
  ): boolean {
    if (content?.schema && this.#left.has(content.schema)) return false;
    const headers = content ? { 'content-type': content.mediaType } : {};
    const params = { ...given }; // which the validator may change
    const read = { headers, params, query: {}, cookies: {}, body, openapi: { ...openapi, pathParams: params } };
    const request = { method, url, originalUrl: url, path: url, baseUrl: '', ...read };
    let isAccepted = false;
    const next = (error: unknown) => {
      isAccepted = error === undefined;
    };
    try {
      this.#validate(request as unknown as Request, {} as Response, next); // all that it reads, and it answers at once
      return isAccepted;
    } catch {
      return false;
    }
  }

  /** Every fault of the parameters and of the body against their schemas; fills in the defaults of the parameters. */
  async inputFaults(request: Request, response: Response): Promise<InputFault[]> {
    const { body } = request;
    const error = await run(this.#validate, request, response);
    const exchange = begunExchange(response);
    const faults = error === undefined ? [] : inputFaultsOf(error, this.#service, exchange);
    const schema = exchange.content?.schema;
    if (schema === undefined || !this.#left.has(schema) || body === undefined) return faults;
    return [...faults, ...bodyFaultsOf(this.#conformance.check(schema, body), this.#service, schema, body)];
  }
}

function openApiValidator(
  service: Service,
  tokens: ReadonlySet<string> | undefined,
  formats: ValidatorSchemas['formats'],
): OpenApiValidator {
  const unchecked = Object.fromEntries(uncheckedFormats(service.openapi).map((format) => [format, true]));
  return new OpenApiValidator({
    apiSpec: 'the document', // which its steps are given
    validateRequests: { allErrors: true, allowUnknownQueryParameters: true },
    validateSecurity: { handlers: securityHandlers(service, tokens) },
    fileUploader: false,
    useRequestUrl: true,
    ajvFormats: { mode: 'full' },
    formats: { ...unchecked, ...formats } as unknown as Record<string, never>, // `true` switches a format off, which its types do not know
  });
}

/** The steps of the validator for a document, each found by the name of its function, as it gives them no other. */
function stepsOf(validator: OpenApiValidator, loaded: Spec): (name: string) => RequestHandler {
  const steps = validator.installMiddleware(Promise.resolve(loaded)) as unknown as RequestHandler[]; // with a richer request
  return (name) => {
    const found = steps.find((step) => step.name === name);
    if (found === undefined) throw new Error(`express-openapi-validator has no ${name}.`);
    return found;
  };
}

function inputValidatorOf({ apiDoc }: Spec, { ajvOpts }: OpenApiValidator): InputValidator {
  // A field or a parameter may be called `constructor`, which every object inherits.
  const validator = new InputValidator(apiDoc, { ...ajvOpts.request, ownProperties: true });
  const { ajv, ajvBody } = validator as unknown as Record<'ajv' | 'ajvBody', Ajv>; // its own, which compile when they are first asked
  teachUniqueItems(ajv);
  teachUniqueItems(ajvBody);
  ajvBody.opts.useDefaults = false; // else it would judge what nobody has sent
  return validator;
}

function rethrow(error: unknown): void {
  if (error !== undefined) throw error;
}

function securityHandlers(service: Service, tokens: ReadonlySet<string> | undefined) {
  const credentials = service.operations.flatMap(({ security }) => security.flat());
  return Object.fromEntries(
    credentials.map((credential) => [
      credential.name,
      (request: Request) => {
        const token = credentialIn(request, credential);
        const operation = request.res && exchangeOf(request.res)?.operation;
        const anyWillDo = tokens === undefined || !answerTo(service, operation, 'wrong-credential').refused;
        return token !== undefined && (anyWillDo || tokens.has(token));
      },
    ]),
  );
}
