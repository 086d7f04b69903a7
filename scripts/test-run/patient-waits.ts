import { vi } from 'vitest';

/** Milliseconds. Vitest's default of a second is too short on a busy machine. A condition that holds ends the wait. */
const LONGEST_WAIT = 20_000;

const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options = {}) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: LONGEST_WAIT, ...options });
vi.waitUntil = (callback, options = {}) =>
  waitUntil(callback, typeof options === 'number' ? options : { timeout: LONGEST_WAIT, ...options });
