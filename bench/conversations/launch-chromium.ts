import { chromium, type Browser } from 'playwright-core';
import { chromiumPath } from '../chromium-path.ts';

/** Launches a Chromium without background activity. */
export function launchChromium(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];
  return chromium.launch({ executablePath: chromiumPath(), args });
}
