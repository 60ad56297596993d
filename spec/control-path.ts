/** The path below which a mock answers for itself, whatever its document says. */
export const CONTROL_PATH = '/_docent';

/** Whether a path is the control API's, and none of the service. */
export function isControlPath(path: string): boolean {
  return path.startsWith(CONTROL_PATH) && (path.length === CONTROL_PATH.length || path[CONTROL_PATH.length] === '/');
}
