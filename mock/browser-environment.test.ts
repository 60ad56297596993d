import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createMock, startMock } from './index';

const { setTimeout, setInterval, setImmediate } = globalThis;

// As a test finds them where its runner plays a browser, as Jest does with jsdom: timers are numbers, and there is no setImmediate.
beforeEach(() => {
  Object.assign(globalThis, {
    setTimeout: (...timer: Parameters<typeof setTimeout>) => Number(setTimeout(...timer)),
    setInterval: (...timer: Parameters<typeof setInterval>) => Number(setInterval(...timer)),
    setImmediate: undefined,
  });
});
afterEach(() => {
  Object.assign(globalThis, { setTimeout, setInterval, setImmediate });
});

function statusOf(url: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { agent, auth: 'visitor:x' }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    }).once('error', reject);
  });
}

function answerToNoHttp(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('hello\r\n\r\n'));
    socket
      .once('data', (bytes) => resolve(String(bytes)))
      .once('error', reject)
      .unref();
  });
}

test('the mock is served and closed beside the timers of a browser', async () => {
  const agent = new Agent({ keepAlive: true });
  const started = await startMock();
  try {
    expect(await statusOf(`${started.url}/museum-hours`, agent)).toBe(200);
    expect(await answerToNoHttp(Number(new URL(started.url).port))).toMatch(/^HTTP\/1\.1 400 /);
  } finally {
    await started.close();
    agent.destroy();
  }
});

test('and watches its files', async () => {
  const mock = await createMock({ watch: true });
  await mock.close();
});
