import { chromium, type Browser } from 'playwright-core';
import { chromiumPath } from './chromium-path.ts';

/** A Chromium that does nothing of its own while it is measured. */
export function launchChromium(...flags: string[]): Promise<Browser> {
  const quiet = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];
  return chromium.launch({ executablePath: chromiumPath(), args: [...quiet, ...flags] });
}
