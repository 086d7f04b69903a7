import { t } from '../language/translate.ts';

/** Characters of the longest sentence that is read aloud at once: browsers cut longer ones short. */
export const LONGEST_SENTENCE = 400;

/** What is said for parts of a reply that are named instead of read, in the language of the reader. */
export function spokenNames() {
  return { code: t`Code.`, table: t`Table.`, diagram: t`Diagram.`, formula: t`Formula.`, picture: t`Picture.` };
}

/** What is said for a picture with a description. */
export function spokenPicture(description: string): string {
  return t`Picture: ${description}.`;
}

/** What is said for the symbols of a formula. */
export function spokenSymbols() {
  return { '^': t`to the power of`, _: t`sub`, '=': t`equals` };
}
