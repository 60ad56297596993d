import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { type StartedMock, startMock } from '../index';
import { fileOf, libraryDocument } from '../test-document';
import { launchChromium } from './chromium';

let mock: StartedMock;
beforeAll(async () => {
  mock = await startMock({ today: '2027-03-01' });
});
afterAll(() => mock.close());

/** What should not be: messages on the console, errors, and requests that leave the mock. */
interface Visit {
  page: Page;
  complaints: string[];
}

async function visit(browser: Browser, url: string, options = {}): Promise<Visit> {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(10_000);
  const complaints: string[] = [];
  const { origin } = new URL(url);
  page.on('console', (message) => message.type() !== 'log' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin)
      complaints.push(request.url());
  });
  await page.goto(url);
  await page.locator('.opblock').first().waitFor();
  return { page, complaints };
}

/** Opens an operation, executes it, and returns the status that the page shows. */
async function execute(page: Page, summary: string, fields: Record<string, string> = {}): Promise<string> {
  const operation = page.locator('.opblock').filter({ hasText: summary }).first();
  await operation.locator('.opblock-summary-control').click();
  await operation.getByRole('button', { name: 'Try it out' }).click();
  for (const [name, value] of Object.entries(fields)) {
    await operation.getByPlaceholder(name).or(operation.locator(name)).first().fill(value);
  }
  await operation.getByRole('button', { name: 'Execute' }).click();
  return (await operation.locator('.live-responses-table .response-col_status').nth(1).textContent())?.trim() ?? '';
}

async function inBrowser(run: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await launchChromium();
  try {
    await run(browser);
  } finally {
    await browser.close();
  }
}

describe('in a browser, the page', () => {
  test('shows every operation and what is assumed, and calls the mock and nothing else', () =>
    inBrowser(async (browser) => {
      const { page, complaints } = await visit(browser, `${mock.url}/_docent/docs`);
      expect(await page.title()).toBe('Museum Information Service');
      expect(await page.locator('.opblock-summary-path').allTextContents()).toHaveLength(3);
      expect(await execute(page, 'Get museum hours')).toBe('200');
      expect(await page.locator('.opblock.is-open mark').first().isVisible()).toBe(true);
      expect(await page.locator('.opblock.is-open').textContent()).toContain(
        'Assumed: the documentation does not show',
      );
      expect(complaints).toEqual([]);
    }));

  test.each([
    ['light', 'rgb(251, 250, 248)'],
    ['dark', 'rgb(28, 32, 34)'],
  ] as const)('is %s for whoever wants it so, and fits a narrow screen', (colorScheme, background) =>
    inBrowser(async (browser) => {
      const url = `${mock.url}/_docent/session/a-rather-long-name-of-a-session/_docent/docs`;
      const { page, complaints } = await visit(browser, url, { colorScheme, viewport: { width: 375, height: 800 } });
      const shown = '[getComputedStyle(document.body).backgroundColor, document.documentElement.scrollWidth]';
      expect(await page.evaluate(shown)).toEqual([background, 375]);
      expect(complaints).toEqual([]);
    }),
  );

  test('acts in the session below whose prefix it was opened', () =>
    inBrowser(async (browser) => {
      const event = '8c1f6b52-3d0e-4f47-9a6c-5b7e21d4f901';
      const { page } = await visit(browser, `${mock.url}/_docent/session/docs/_docent/docs`, {
        viewport: { width: 390, height: 800 },
      });
      expect(await page.locator('#session').textContent()).toBe('session docs');
      const fields = { eventId: event, '.body-param__text': '{"price":1}' };
      expect(await execute(page, 'Update special event', fields)).toBe('200');
      const priceIn = async (url: string) => {
        const headers = { Authorization: `Basic ${mock.token}` };
        const response = await fetch(`${url}/special-events/${event}`, { headers });
        return ((await response.json()) as { price: number }).price; // the document's schema
      };
      expect([await priceIn(mock.session('docs').url), await priceIn(mock.url)]).toEqual([1, 18.5]);
    }));

  test('takes a credential that is no name and password, and says that one is missing', () =>
    inBrowser(async (browser) => {
      const spec = fileOf('library.json', JSON.stringify(libraryDocument()));
      const guarded = await startMock({ spec, tokens: ['s3cret'], controlToken: 'control' });
      try {
        const options = { httpCredentials: { username: 'any', password: 'control', origin: guarded.url } };
        const { page } = await visit(browser, `${guarded.url}/_docent/docs`, options);
        expect(await execute(page, '/books')).toMatch(/^401/);
        await page.locator('.btn.authorize').click();
        await page.getByLabel('Username').fill('s3cret');
        await page.getByRole('button', { name: 'Apply credentials' }).click();
        await page.locator('.btn-done').click();
        await page.locator('.opblock.is-open').getByRole('button', { name: 'Execute' }).click();
        await page.locator('.live-responses-table').getByText('200', { exact: true }).first().waitFor();
      } finally {
        await guarded.close();
      }
    }));
});
