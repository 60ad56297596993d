// A project in JavaScript with CommonJS.
const assert = require('node:assert/strict');
const { createMock, startMock, SessionError } = require('docent');

assert.throws(() => createMock().session('no name'), SessionError);
assert.equal(require('docent/package.json').name, 'docent');

startMock().then(async ({ url, close }) => {
  assert.equal((await fetch(`${url}/museum-hours`, { headers: { Authorization: 'Basic dGVzdA==' } })).status, 200);
  await close();
});
