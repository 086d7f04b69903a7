import { afterAll, vi } from 'vitest';

// Files of the same worker share its globals, so that what one leaves, the next one finds.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
