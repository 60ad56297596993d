// docent proxy in front of a mock, as from the command line: it says what came by and ends well.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startMock } from 'docent';

const mock = await startMock();
const proxy = spawn(process.execPath, ['node_modules/docent/dist/bin/docent.js', 'proxy', mock.url, '--port', '0']);
let printed = '';
proxy.stderr.pipe(process.stderr);
const url = await new Promise((resolve, reject) => {
  proxy.once('exit', () => reject(new Error(`docent proxy has ended: ${printed}`)));
  proxy.stdout.on('data', (chunk) => {
    printed += chunk;
    const [, address] = /to (http:\S+) instead/.exec(printed) ?? [];
    if (address) resolve(address);
  });
});
const answer = await fetch(`${url}/museum-hours`, { headers: { Authorization: 'Basic dGVzdA==' } });
assert.equal(answer.status, 200);
await answer.text();
proxy.kill('SIGINT');
const [status] = await once(proxy, 'close');
await mock.close();
assert.equal(status, 0, printed);
assert.match(printed, /1 request, 0 violations/);
