// A project in JavaScript with ES modules: every name that the package exports can be imported.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import * as everything from 'docent';
import { createMock, startMock } from 'docent';

const names = Object.keys(createRequire(import.meta.url)('docent'));
assert.deepEqual(
  names.filter((name) => !(name in everything)),
  [],
);
assert.equal(createMock({ today: '2027-03-01' }).today(), '2027-03-01');

const mock = await startMock();
const page = await (await fetch(`${mock.url}/_docent/docs`)).text();
const [, bundle] = /src="([^"]*swagger-ui-bundle[^"]*)"/.exec(page);
assert.equal((await fetch(new URL(bundle, `${mock.url}/_docent/docs`))).status, 200);
await mock.close();
