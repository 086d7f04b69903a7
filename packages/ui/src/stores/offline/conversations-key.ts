/** Where the newest conversations are kept for the next start, for one user. */
export const CONVERSATIONS_KEY = 'conversations';
