import type { AssetName, Assets } from './assets';

/**
 * What a browser may load and call from the page: nothing but the mock. Swagger UI's style sheet carries its icons as `data:`.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** What the page says that is not the same for every document and mock. */
export interface DocsPage {
  /** The title of the document. */
  title: string;
  /** A credential that the page fills in; undefined where it has to be entered. */
  credential: string | undefined;
}

/** The documentation page, which loads its files and the document from below its own path. */
export function docsPage({ title, credential = '' }: DocsPage, assets: Assets): string {
  const file = (name: AssetName) => `docs/${name}?v=${assets.get(name).version}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" type="image/png" href="${file('favicon-32x32.png')}">
<link rel="stylesheet" href="${file('swagger-ui.css')}">
<link rel="stylesheet" href="${file('docs.css')}">
<script defer src="${file('swagger-ui-bundle.js')}"></script>
<script defer src="${file('docs.js')}"></script>
</head>
<body>
<header class="masthead">
<strong>${escaped(title)}</strong> <span>mocked by Docent</span> <span id="session"></span>
<nav><a href="openapi.yaml">openapi.yaml</a> <a href="openapi.json">openapi.json</a></nav>
</header>
<noscript><p>This page needs JavaScript. The document itself is <a href="openapi.yaml">openapi.yaml</a>.</p></noscript>
<main id="docs" data-credential="${escaped(credential)}"></main>
</body>
</html>
`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
