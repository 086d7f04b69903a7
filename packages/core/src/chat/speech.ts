import { t } from '../language/translate.ts';

/** Characters of the longest sentence that is read aloud at once: browsers cut longer ones short. */
export const LONGEST_SENTENCE = 400;

/** Spoken names for parts of a reply that are not read aloud, in the reader's language. */
export function spokenNames() {
  return { code: t`Code.`, table: t`Table.`, diagram: t`Diagram.`, formula: t`Formula.`, picture: t`Picture.` };
}

/** Spoken for a picture with a description. */
export function spokenPicture(description: string): string {
  return t`Picture: ${description}.`;
}

/** Spoken names of a formula's symbols. */
export function spokenSymbols() {
  return { '^': t`to the power of`, _: t`sub`, '=': t`equals` };
}
