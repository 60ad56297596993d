/** Methods that change nothing (RFC 9110, section 9.2.1; RFC 4918, section 9.1). */
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS', 'PROPFIND'];

/** Whether a method only reads, so that it may be sent where nothing may be written. */
export function isSafe(method: string): boolean {
  return SAFE_METHODS.includes(method);
}
