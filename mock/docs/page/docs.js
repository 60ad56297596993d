/* global SwaggerUIBundle */

/** Where the page was opened: the service itself, or below the prefix of a session, in which every request then acts. */
const server = new URL('..', document.baseURI).href.replace(/\/$/, '');
const page = document.getElementById('docs');
const { credential } = page.dataset;

followScheme(window.matchMedia('(prefers-color-scheme: dark)'));
showSession();
open().catch(({ message }) => {
  page.textContent = `Failed to show the documentation: ${message}`;
});

async function open() {
  const response = await fetch('docs/openapi.json');
  if (!response.ok) throw new Error(`${response.url} answers ${response.status}.`);
  const spec = { ...(await response.json()), servers: [{ url: server }] };
  const ui = SwaggerUIBundle({
    spec,
    domNode: page,
    deepLinking: true,
    displayRequestDuration: true,
    validatorUrl: null,
    requestInterceptor: prepare,
    onComplete: () => credential && authorize(ui, spec),
  });
}

/** Shows the page dark or light, as whoever looks at it wants. */
function followScheme(dark) {
  const show = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', show);
  show();
}

/** Names the session in the heading, where the page was opened in one. */
function showSession() {
  const [, name] = /\/_docent\/session\/([^/]+)$/.exec(server) ?? [];
  if (name !== undefined) document.getElementById('session').textContent = `session ${decodeURIComponent(name)}`;
}

/** Fills in a credential, which the mock takes as it takes any. */
function authorize(ui, { components: { securitySchemes = {} } = {} }) {
  for (const [name, { type, scheme = '' }] of Object.entries(securitySchemes)) {
    if (type === 'http' && scheme.toLowerCase() === 'basic') ui.preauthorizeBasic(name, credential, credential);
    else if (type === 'http' || type === 'apiKey') ui.preauthorizeApiKey(name, credential);
  }
}

/** A credential that is no name and password is what was entered as a name without a password. */
function prepare(request) {
  const [, encoded] = /^Basic (.+)$/.exec(request.headers.Authorization ?? '') ?? [];
  const [, token] = encoded === undefined ? [] : (/^(.+):$/.exec(atob(encoded)) ?? []);
  if (token !== undefined) request.headers.Authorization = `Basic ${token}`;
  request.credentials = 'omit'; // or the browser would ask for a password itself when the answer is 401
  return request;
}
