const { CONDITIONS, SOURCES } = require('./dist/spec');

/** The cells of a table whose comment says what its columns are. */
function cellsOf(name, table) {
  return Object.entries(table).flatMap(([row, cells]) =>
    Object.keys(cells).map((column) => `${name}.__type.${row}.__type.${column}`),
  );
}

/** @type {import('typedoc').TypeDocOptions} */
module.exports = {
  entryPoints: ['mock/index.ts'],
  tsconfig: 'tsconfig.json',
  out: 'docs-api',
  name: 'Docent',
  readme: 'none',
  treatWarningsAsErrors: true,
  disableSources: true,
  hideGenerator: true,
  githubPages: false,
  excludeInternal: true,
  excludeExternals: true,
  requiredToBeDocumented: ['Variable', 'Function', 'Class', 'Interface', 'TypeAlias', 'Method', 'Property', 'Accessor'],
  validation: { notExported: true, invalidLink: true, notDocumented: true },
  intentionallyNotDocumented: [...cellsOf('CONDITIONS', CONDITIONS), ...cellsOf('SOURCES', SOURCES)],
};
