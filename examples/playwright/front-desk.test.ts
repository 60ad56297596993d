import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type StartedMock, type StartedSession, startMock } from 'docent';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumPath } from './chromium';
import { type StaticServer, serve } from './static-server';

const SITE = join(dirname(require.resolve('docent/package.json')), 'examples', 'playwright', 'site');

/** An event that the fixtures have. */
const LANTERNS = '8c1f6b52-3d0e-4f47-9a6c-5b7e21d4f901';

jest.setTimeout(60_000);

const inBrowser = chromiumPath ? describe : describe.skip;

inBrowser('the front desk (skipped where there is no Chromium)', () => {
  let museum: StartedMock;
  let site: StaticServer;
  let browser: Browser;

  beforeAll(async () => {
    museum = await startMock({ today: '2027-03-01' });
    site = await serve(SITE);
    browser = await chromium.launch({ executablePath: chromiumPath ?? '', args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser.close();
    site.close();
    await museum.close();
  });

  /** The page in a session of its own, so that tests run side by side and leave one another's data alone. */
  async function open(session: StartedSession): Promise<Page> {
    const page = await browser.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(`${site.url}/?${new URLSearchParams({ api: session.url, token: museum.token, event: LANTERNS })}`);
    await page.locator('#hours li').first().waitFor();
    await page.locator('fieldset:enabled').waitFor();
    return page;
  }

  const days = (page: Page) => page.locator('#hours time').allTextContents();

  test.concurrent('shows the hours from today on, page by page', async () => {
    const page = await open(museum.session('hours'));
    expect(await days(page)).toEqual(['2027-03-01', '2027-03-02', '2027-03-03', '2027-03-04', '2027-03-05']);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('2027-03-08').waitFor(); // a Monday: there are no hours on weekend days
    expect(await days(page)).toHaveLength(5);
  });

  test.concurrent('shows the hours of another day, where that is today', async () => {
    const session = museum.session('christmas');
    session.setToday('2027-12-24');
    const page = await open(session);
    expect(await page.locator('#hours li').first().textContent()).toBe('2027-12-2410:00–14:00');
  });

  test.concurrent('saves a change, which is still there when the page is opened again', async () => {
    const session = museum.session('rename');
    const page = await open(session);
    await page.getByLabel('Name').fill('Lantern Night');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const again = await open(session);
    await expect(again.getByLabel('Name').inputValue()).resolves.toBe('Lantern Night');
  });

  test.concurrent('changes nothing in any other session', async () => {
    const page = await open(museum.session('other'));
    await expect(page.getByLabel('Name').inputValue()).resolves.toBe('Lantern Evening in the Clock Gallery');
  });
});
