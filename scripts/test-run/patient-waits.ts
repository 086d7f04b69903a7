import { vi } from 'vitest';

/**
 * Milliseconds: Vitest's second is too short for a server beside other work. A condition that holds waits no longer.
 */
const LONGEST_WAIT = 20_000;

const { waitFor } = vi;
vi.waitFor = (callback, options = {}) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: LONGEST_WAIT, ...options });
