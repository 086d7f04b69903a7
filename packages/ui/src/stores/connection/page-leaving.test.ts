// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';

it('defers a callback while the page unloads, until it is shown again', async () => {
  vi.resetModules();
  const { unlessPageLeaves } = await import('./page-leaving.ts');
  const callback = vi.fn<() => void>();
  unlessPageLeaves(callback);
  expect(callback).toHaveBeenCalledTimes(1);
  dispatchEvent(new Event('pagehide'));
  unlessPageLeaves(callback);
  expect(callback).toHaveBeenCalledTimes(1);
  dispatchEvent(new Event('pageshow'));
  expect(callback).toHaveBeenCalledTimes(2);
  unlessPageLeaves(callback);
  expect(callback).toHaveBeenCalledTimes(3);
});
