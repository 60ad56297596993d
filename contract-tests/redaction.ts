/** Replaces a credential by `[credential]`, in every encoding in which a message could carry it. */
export function createRedaction(token: string): (text: string) => string {
  const decoded = Buffer.from(token, 'base64').toString('utf8');
  const readable = Buffer.from(decoded, 'utf8').toString('base64').replace(/=+$/, '') === token.replace(/=+$/, '');
  const values = [token, ...(readable ? [decoded] : []), Buffer.from(token, 'utf8').toString('base64')];
  const forms = values.flatMap((value) => [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]);
  const secrets = [...new Set(forms)].filter((form) => form.length >= SHORTEST).sort((a, b) => b.length - a.length);
  return (text) => secrets.reduce((redacted, secret) => redacted.replaceAll(secret, '[credential]'), text);
}

/** Anything shorter stands in any text by chance. */
const SHORTEST = 3;
