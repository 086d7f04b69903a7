import { afterEach } from 'vitest';

// The clock may be a fake one at the end of a test.
const realTimeout = setTimeout;
/** Milliseconds that a test waits until the history has left the entry of its overlay. */
const LEAVING = 1000;

// Vitest runs this file before each test file. Tests without a DOM need none of it.
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');
  // A chunk may load slowly on a busy machine.
  configure({ asyncUtilTimeout: 10_000 });
  afterEach(async () => {
    cleanup();
    document.body.replaceChildren();
    // Otherwise the page of the next test would go back.
    for (let waited = 0; history.state?.isGuard && waited < LEAVING; waited += 5) {
      await new Promise((resolve) => realTimeout(resolve, 5));
    }
    // In the same worker, it is also that of the next file.
    history.replaceState(null, '', '/');
  });
}
