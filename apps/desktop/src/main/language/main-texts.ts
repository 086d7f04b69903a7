import type { LanguageId, Translator } from '@parley/core';

/** The texts of main in one language, by the ids of their messages. */
export interface LanguageTexts {
  messages: Record<string, string>;
  /** The forms of each plural, by their categories. */
  plurals: Record<string, Partial<Record<Intl.LDMLPluralRule, string>>>;
}

/** The texts of main in every language that has all of them. English is in the code. */
export type MainTexts = Partial<Record<LanguageId, LanguageTexts>>;

export function createTranslator(language: LanguageId, { messages, plurals }: LanguageTexts): Translator {
  const rules = new Intl.PluralRules(language);
  return {
    message: (id) => messages[id],
    plural: (id, count) => plurals[id]?.[rules.select(count)] ?? plurals[id]?.other,
  };
}
