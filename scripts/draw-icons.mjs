import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './paths.mjs';

// Renders the icons of the installed app from favicon.svg, the only source of the logo. Needs a Chromium:
// PARLEY_CHROMIUM=/usr/bin/chromium node scripts/draw-icons.mjs

const folder = join(root, 'apps', 'web', 'public');
const { chromium } = createRequire(join(root, 'apps', 'web', 'package.json'))('@playwright/test');
const mark = readFileSync(join(folder, 'favicon.svg'), 'utf8');
const paper = '#fdfcfa';

/** `share` is the logo's share of the square; a mask may crop everything outside the central 80 %. */
const icons = [
  { name: 'icon-192.png', size: 192, share: 0.72, radius: 0.22 },
  { name: 'icon-512.png', size: 512, share: 0.72, radius: 0.22 },
  { name: 'icon-maskable-512.png', size: 512, share: 0.52, radius: 0 },
  { name: 'apple-touch-icon.png', size: 180, share: 0.62, radius: 0 },
];

const browser = await chromium.launch({
  ...(process.env.PARLEY_CHROMIUM ? { executablePath: process.env.PARLEY_CHROMIUM } : {}),
  args: ['--no-sandbox'],
});
for (const { name, size, share, radius } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size }, colorScheme: 'light' });
  await page.setContent(
    `<style>body { margin: 0; } div { display: grid; place-items: center; width: ${size}px; height: ${size}px;
    background: ${paper}; border-radius: ${size * radius}px; } svg { width: ${size * share}px; }</style><div>${mark}</div>`,
  );
  await page.screenshot({ path: join(folder, name), omitBackground: true });
  await page.close();
}
await browser.close();
