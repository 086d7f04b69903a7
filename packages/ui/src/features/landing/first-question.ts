/** How the sample conversation begins; there before the rest of it is loaded. */
export const FIRST_QUESTION = 'Why does a long line of text tire the eye?';
