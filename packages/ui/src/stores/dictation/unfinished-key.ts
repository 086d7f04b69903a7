/** Local storage key of the conversations with an unfinished dictation: their ids, separated by spaces. */
export const UNFINISHED_KEY = 'dictations';
