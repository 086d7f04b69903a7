import type { LanguageId } from '@parley/core';

/**
 * The language of the app: the person's choice, else the first of the system's languages that the app has, else English.
 * A language of another country will do, such as Brazilian Portuguese in Portugal.
 */
export function chooseLanguage(
  chosen: LanguageId | undefined,
  system: readonly string[],
  offered: readonly LanguageId[],
): LanguageId {
  const isOffered = (id: LanguageId | undefined): id is LanguageId => id !== undefined && offered.includes(id);
  if (isOffered(chosen)) return chosen;
  return system.map((locale) => offered.find((id) => base(id) === base(locale))).find(isOffered) ?? 'en';
}

/** The language of a locale without its script and country: `pt` of `pt-BR`. */
function base(locale: string): string {
  return locale.split(/[-_]/)[0]?.toLowerCase() ?? '';
}
