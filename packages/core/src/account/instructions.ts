/** Maximum characters of each of the user's two texts: about themselves, and about how to answer. */
export const MAX_INSTRUCTIONS = 1500;
