const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

/** Gives all tests one folder for what they write for a while, which goes with the end of the run. */
module.exports = function useScratchFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'docent-tests-'));
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
};
