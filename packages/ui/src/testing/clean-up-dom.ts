import { afterEach } from 'vitest';

// Vitest runs this file before each test file. Tests without a DOM need none of it.
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');
  // A chunk may load slowly on a busy machine.
  configure({ asyncUtilTimeout: 10_000 });
  afterEach(() => {
    cleanup();
    document.body.replaceChildren();
  });
}
