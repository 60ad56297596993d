/** What a request can carry as it is: a field value is ASCII, and loses the spaces at its ends (RFC 9110, section 5.5). */
const CREDENTIAL = /^[!-~]([ -~]*[!-~])?$/;

/** What can stand behind `Bearer`, where a space would end it (RFC 6750, section 2.1). */
const BEARER = /^[!-~]+$/;

/** What would be right in place of a credential that no request can carry; undefined where it is one. */
export function tokenFault(token: string): string | undefined {
  if (CREDENTIAL.test(token)) return undefined;
  return 'It must be one or more visible ASCII characters, with spaces only between them.';
}

/** What would be right in place of a control token that no request can carry; undefined where it is one. */
export function controlTokenFault(token: string): string | undefined {
  return BEARER.test(token) ? undefined : 'It must be one or more visible ASCII characters, without spaces.';
}
