/** How many requests, or bytes, one key has in a while. Counted for all instances together. */
export interface RequestLimits {
  /** Of one network address in an hour. */
  register: number;
  /** Wrong passwords of one network address in an hour, for whatever accounts. */
  login: number;
  /** Of one network address in 15 minutes: sign-ins that Apple did not confirm, and all that were begun or ended. */
  apple: number;
  appleAttempts: number;
  /** Messages of one user in a minute. */
  messages: number;
  /** Replies that the provider is asked for in an hour for one user, premium and admins included. */
  replies: number;
  /** Checkout and portal pages of one user in an hour. */
  billing: number;
  /** Demos of one user in an hour. */
  demos: number;
  /** Bytes of files that one user stores in a day. */
  uploadedBytes: number;
  /** Bytes of text that one user has stored in a day: messages, and what is read from documents. */
  textBytes: number;
  /** GET requests in a minute, of one user and of one network address. */
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
