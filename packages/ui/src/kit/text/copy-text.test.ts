// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { copyText } from './copy-text.ts';

afterEach(() => vi.unstubAllGlobals());

test('copyText uses the page’s clipboard', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => {});
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  expect(await copyText('a')).toBe(true);
  expect(writeText).toHaveBeenCalledWith('a');
});

test.each([{}, { clipboard: { writeText: () => Promise.reject(new Error('refused')) } }])(
  'copyText copies from a selection if there is no clipboard or it refuses',
  async (navigator) => {
    vi.stubGlobal('navigator', navigator);
    const button = document.createElement('button');
    document.body.append(button);
    button.focus();
    let copied = '';
    document.execCommand = () => {
      copied = document.querySelector('textarea')?.value ?? '';
      return true;
    };
    expect(await copyText('a\nb')).toBe(true);
    expect(copied).toBe('a\nb');
    expect(document.querySelector('textarea')).toBeNull();
    expect(document.activeElement).toBe(button);
  },
);
