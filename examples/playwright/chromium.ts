import { existsSync } from 'node:fs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The system's Chromium, or the one that the environment variable CHROMIUM names; undefined where there is none. */
export const chromiumPath = [process.env.CHROMIUM ?? '', ...PLACES].find((place) => existsSync(place));
