import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** Path of the Chromium for measurements. Throws without one. */
export function chromiumPath(): string {
  const places = [
    process.env.PARLEY_CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
  ];
  const found = places.find((place) => place && existsSync(place));
  if (!found) throw new Error('No Chromium found: set PARLEY_CHROMIUM to its path');
  return found;
}
