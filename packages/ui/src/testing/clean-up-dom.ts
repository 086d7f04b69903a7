import { afterAll, afterEach } from 'vitest';

// The clock may be a fake one at the end of a test.
const realTimeout = setTimeout;
/** Milliseconds that a test waits until the history has left the entry of its overlay. */
const LEAVING = 1000;

// Vitest runs this file before each test file. Tests without a DOM need none of it.
if (typeof document !== 'undefined') {
  const { cleanup } = await import('@testing-library/react');
  await import('./patient-events.ts');
  afterEach(async () => {
    cleanup();
    document.body.replaceChildren();
    // A page that was left would keep failures to itself.
    dispatchEvent(new Event('pageshow'));
    // Otherwise the page of the next test would go back.
    for (let waited = 0; history.state?.isGuard && waited < LEAVING; waited += 5) {
      await new Promise((resolve) => realTimeout(resolve, 5));
    }
    // The files of a worker share the page and its address.
    history.replaceState(null, '', '/');
  });
  const { origin } = location;
  afterAll(() => {
    // An address without an origin keeps the one that a file has set.
    (globalThis as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(origin);
    document.title = '';
    const page = document.documentElement;
    for (const name of page.getAttributeNames()) page.removeAttribute(name);
    localStorage.clear();
    sessionStorage.clear();
  });
}
