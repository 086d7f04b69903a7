/** Most characters of what a user writes about themselves, and of how to answer. */
export const MAX_INSTRUCTIONS = 1500;
