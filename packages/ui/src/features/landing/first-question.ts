/** The first question of the sample, available before the rest of it loads. */
export const FIRST_QUESTION = 'Why does a long line of text tire the eye?';
