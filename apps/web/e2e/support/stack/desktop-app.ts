import { createHash, randomBytes } from 'node:crypto';
import { parseDeepLink, type DeepLink, type SignedInResponse } from '@parley/core';
import type { Page } from '@playwright/test';
import type { Stack } from './stack.ts';

/** Simulates the desktop app toward a browser and a server. */
export function desktopApp({ url }: Stack) {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return {
    /** The address that it opens in the system's browser. */
    address: `/desktop-sign-in?challenge=${challenge}&state=${state}`,
    state,
    /** Exchanges the code of a link, with its own verifier or another. */
    async exchange({ code }: DeepLink, other = verifier) {
      const response = await fetch(`${url}/api/auth/desktop/exchange`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': 'Parley/1.0.0 Electron/39.0.0 (X11; Linux x86_64)',
        },
        body: JSON.stringify({ code, verifier: other }),
      });
      return { status: response.status, body: (await response.json()) as Partial<SignedInResponse> };
    },
  };
}

/** Collects the non-web addresses that this page opens, which a browser passes to the system. */
export async function handedOn(page: Page): Promise<string[]> {
  const addresses: string[] = [];
  const session = await page.context().newCDPSession(page);
  session.on('Page.frameRequestedNavigation', ({ url }) => {
    if (!url.startsWith('http')) addresses.push(url);
  });
  await session.send('Page.enable');
  return addresses;
}

/** The deep link back to the app shown on the page. */
export async function shownLink(page: Page): Promise<DeepLink> {
  const href = await page.getByRole('link', { name: 'Open Parley' }).getAttribute('href');
  const link = parseDeepLink(href ?? '');
  if (!link) throw new Error(`This is no way back to the app: ${href}`);
  return link;
}
