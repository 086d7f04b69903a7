/** The texts of one language. */
export interface Catalog {
  /** The category of each form of a plural, such as `one`, in the order of the file. */
  categories: readonly Intl.LDMLPluralRule[];
  /** The translated messages. */
  ids: readonly string[];
  /** Returns a message in this language, or undefined if it is not translated. */
  message(id: string): string | undefined;
  /** Returns all forms of a plural, one for each category. `id` is the English form for many. */
  plural(id: string): readonly string[] | undefined;
}

/**
 * The forms that a file has, by language. French, Spanish and Portuguese have another one, for a million and more, which
 * reads as `other` in every text of ours.
 */
const FORMS: Record<string, readonly Intl.LDMLPluralRule[]> = {
  ja: ['other'],
  ar: ['zero', 'one', 'two', 'few', 'many', 'other'],
};

export function pluralCategories(language: string): readonly Intl.LDMLPluralRule[] {
  return FORMS[language] ?? ['one', 'other'];
}
