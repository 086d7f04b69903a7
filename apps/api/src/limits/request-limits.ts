/** Limits on requests or bytes per key and period, counted across all instances. */
export interface RequestLimits {
  /** Registrations per network address and hour. */
  register: number;
  /** Wrong passwords per network address and hour, across all accounts. */
  login: number;
  /** Per network address and 15 minutes: sign-ins that Apple or another provider did not confirm, and all attempts. */
  providerFailures: number;
  providerAttempts: number;
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
  /** Shared pages and their files per network address and minute. */
  sharedPages: number;
  /** Share links made and updated, and shared conversations copied, per user and hour. */
  shares: number;
  /** Reports of shared pages per network address and hour. */
  reports: number;
  /** Ratings of replies per user and hour. */
  feedback: number;
  /** Transcribed recordings per user and minute. */
  dictations: number;
  /** Seconds of speech per user and day: of free accounts, and of premium accounts and admins. */
  dictatedSeconds: number;
  dictatedSecondsUnlimited: number;
  /** Spoken sentences per user and minute. */
  speeches: number;
  /** Spoken characters per user and day: of free accounts, and of premium accounts and admins. */
  spokenCharacters: number;
  spokenCharactersUnlimited: number;
  /** API keys created per user and hour. */
  newApiKeys: number;
  /** Requests with one API key per minute, and with unknown keys per network address and minute. */
  apiKeyRequests: number;
  unknownApiKeys: number;
  /** GET requests per minute, per user and per network address. */
  reads: number;
  readsOfAddress: number;
  /** All other requests per minute, per user and per network address. */
  changes: number;
  changesOfAddress: number;
}

export const DEFAULT_REQUEST_LIMITS: RequestLimits = {
  register: 5,
  login: 100,
  providerFailures: 20,
  providerAttempts: 600,
  messages: 60,
  replies: 600,
  billing: 10,
  demos: 5,
  uploadedBytes: 2 * 1024 ** 3,
  textBytes: 20 * 1024 ** 2,
  sharedPages: 600,
  shares: 120,
  reports: 10,
  feedback: 300,
  dictations: 20,
  dictatedSeconds: 20 * 60,
  dictatedSecondsUnlimited: 4 * 3600,
  speeches: 120,
  spokenCharacters: 50_000,
  spokenCharactersUnlimited: 1_000_000,
  newApiKeys: 20,
  apiKeyRequests: 300,
  unknownApiKeys: 100,
  reads: 600,
  readsOfAddress: 12_000,
  changes: 600,
  changesOfAddress: 30_000,
};
