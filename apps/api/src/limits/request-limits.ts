/** Limits on requests or bytes per key and period, counted across all instances. */
export interface RequestLimits {
  /** Registrations per network address and hour. */
  register: number;
  /** Wrong passwords per network address and hour, across all accounts. */
  login: number;
  /** Per network address and 15 minutes: sign-ins that Apple did not confirm, and all attempts. */
  apple: number;
  appleAttempts: number;
  /** Messages per user and minute. */
  messages: number;
  /** Provider replies per user and hour, including premium users and admins. */
  replies: number;
  /** Checkout and portal pages per user and hour. */
  billing: number;
  /** Demos per user and hour. */
  demos: number;
  /** Bytes of files that one user stores per day. */
  uploadedBytes: number;
  /** Bytes of text that one user stores per day: messages, and text extracted from documents. */
  textBytes: number;
  /** GET requests per minute, per user and per network address. */
  reads: number;
  readsOfAddress: number;
}

export const DEFAULT_REQUEST_LIMITS: RequestLimits = {
  register: 5,
  login: 100,
  apple: 20,
  appleAttempts: 600,
  messages: 60,
  replies: 600,
  billing: 10,
  demos: 5,
  uploadedBytes: 2 * 1024 ** 3,
  textBytes: 20 * 1024 ** 2,
  reads: 600,
  readsOfAddress: 12_000,
};
