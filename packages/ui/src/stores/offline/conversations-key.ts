/**
 * Local storage key that says whose conversations are cached on this device, so that a start without it loads no cache.
 * Holds `{ userId }`; versions before 2026-11-22 stored the newest conversations themselves under `conversations` in
 * it.
 */
export const CONVERSATIONS_KEY = 'conversations';
