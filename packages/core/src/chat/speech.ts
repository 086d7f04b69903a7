import { t } from '../language/translate.ts';

/** Characters of the longest sentence that is read aloud at once: browsers cut longer ones short. */
export const LONGEST_SENTENCE = 400;

/** What is said for parts of a reply that are named instead of read. */
export const SPOKEN_NAMES = [t`Code.`, t`Table.`, t`Diagram.`, t`Formula.`, t`Picture.`];

/** What is said for the symbols of a formula. */
export const SPOKEN_WORDS = [' to the power of ', ' sub ', ' equals '];
