/** Milliseconds after which a search ends with what it has: others wait for its place. */
export const MAX_SEARCH_MS = 2_000;
