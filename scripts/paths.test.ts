import { expect, it, onTestFinished, vi } from 'vitest';
import { cachePath, withHome } from './paths.mjs';

it.skipIf(process.platform === 'win32').each(['/dev/null', '/nonexistent'])(
  'the caches of a user whose home is %s are in the checkout',
  (home) => {
    vi.stubEnv('HOME', home);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(withHome({ HOME: home })).toEqual({ HOME: cachePath('home') });
  },
);
