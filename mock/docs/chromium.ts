import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where systems keep it; the environment variable CHROMIUM comes first. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** For tests: says why a test cannot be run here, so that it counts as skipped. */
class NotExercised extends Error {
  override readonly name = 'NotExercised';
}

/** For tests: the system's Chromium, without a window. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = [process.env.CHROMIUM ?? '', ...PLACES].find((place) => existsSync(place));
  if (executablePath === undefined) {
    throw new NotExercised('There is no Chromium on this machine. Name one in the environment variable CHROMIUM.');
  }
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}
