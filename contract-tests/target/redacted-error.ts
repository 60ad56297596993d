/** Takes the secrets out of an error that is about to be shown: out of its message, its stack and its causes. */
export function redactedError(error: unknown, redact: (text: string) => string): unknown {
  // An error of Node's own is no instance of the test file's Error.
  if (typeof error !== 'object' || error === null || !('message' in error)) return redact(String(error));
  const shown = error as Error; // it has a message
  shown.message = redact(shown.message);
  if (shown.stack !== undefined) shown.stack = redact(shown.stack);
  if (shown.cause !== undefined) shown.cause = redactedError(shown.cause, redact);
  return shown;
}
