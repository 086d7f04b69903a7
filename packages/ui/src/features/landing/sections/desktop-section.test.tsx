// @vitest-environment happy-dom
import type { Downloads } from '@parley/core';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DesktopSection } from './desktop-section.tsx';

const NONE: Downloads = { mac: null, windows: null, linux: null };
const ALL: Downloads = { mac: 'https://x.test/mac', windows: 'https://x.test/win', linux: 'https://x.test/linux' };
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const ANDROID = 'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 Mobile';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15';
const CHROMEBOOK = 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36';

afterEach(() => {
  vi.unstubAllGlobals();
});

function linksFor(userAgent: string, downloads: Downloads): string[] {
  vi.stubGlobal('navigator', { userAgent });
  const { unmount } = render(<DesktopSection productName="Parley" downloads={downloads} />);
  const links = screen.queryAllByRole('link').map((link) => `${link.textContent} ${link.getAttribute('href')}`);
  const isComing = screen.queryByText('Coming Soon') !== null;
  expect(isComing).toBe(links.length === 0);
  unmount();
  return links;
}

test.each([
  [WINDOWS, 'Download for Windows https://x.test/win'],
  [MAC, 'Download for macOS https://x.test/mac'],
  [LINUX, 'Download for Linux https://x.test/linux'],
])('%s gets the download for its system first, and the others beside it', (userAgent, own) => {
  const links = linksFor(userAgent, ALL);
  expect(links[0]).toBe(own);
  expect(links).toHaveLength(3);
});

test.each([ANDROID, IPHONE, CHROMEBOOK])('%s gets every download, each with its system', (userAgent) => {
  expect(linksFor(userAgent, ALL).every((link) => link.startsWith('Download for '))).toBe(true);
});

test('a server that ships no desktop app says that it is coming', () => {
  expect(linksFor(WINDOWS, NONE)).toEqual([]);
});

test('a system that the server ships no app for gets the others', () => {
  expect(linksFor(LINUX, { ...NONE, mac: 'https://x.test/mac' })).toEqual(['Download for macOS https://x.test/mac']);
});
