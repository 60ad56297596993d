import type { Request, RequestHandler, Response } from 'express';

/** Runs one middleware on its own and waits until it passes the request on; returns the error that it passed, if any. */
export function run(middleware: RequestHandler, request: Request, response: Response): Promise<unknown> {
  return new Promise((resolve) => {
    try {
      void Promise.resolve(middleware(request, response, resolve)).catch(resolve);
    } catch (error) {
      resolve(error);
    }
  });
}
