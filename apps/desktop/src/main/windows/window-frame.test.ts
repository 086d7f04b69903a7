import { afterEach, expect, it, vi } from 'vitest';
import { windowFrame } from './window-frame.ts';

const app = vi.hoisted(() => ({ getLocale: (): string => 'en-US' }));
vi.mock('electron', () => ({ app }));

const { platform } = process;
afterEach(() => void Object.defineProperty(process, 'platform', { value: platform }));

it.each<[NodeJS.Platform, string, boolean, string]>([
  ['darwin', 'en-US', false, 'inset'],
  ['darwin', 'ar-EG', true, 'inset'],
  ['darwin', 'en-US', true, 'inset-end'],
  ['darwin', 'he', false, 'inset-end'],
  ['linux', 'ar', false, 'native'],
  ['win32', 'en-US', true, 'native'],
])('on %s in %s, a page from right to left (%s) has the frame %s', (system, locale, isPageLeftward, frame) => {
  Object.defineProperty(process, 'platform', { value: system });
  app.getLocale = () => locale;
  expect(windowFrame(isPageLeftward)).toBe(frame);
});
