/** The languages that Parley has. The English texts are in the code, the others in `languages/`. */
export const LANGUAGES = [
  { id: 'en', name: 'English', locale: 'en-US' },
  { id: 'de', name: 'Deutsch', locale: 'de' },
  { id: 'fr', name: 'Français', locale: 'fr' },
  { id: 'es', name: 'Español', locale: 'es' },
  { id: 'pt-BR', name: 'Português (Brasil)', locale: 'pt-BR' },
  { id: 'ja', name: '日本語', locale: 'ja' },
  // With Western digits, like code, prices and the other languages.
  { id: 'ar', name: 'العربية', locale: 'ar-u-nu-latn' },
] as const;

/** Languages that are written from right to left. */
export const LEFTWARD: ReadonlySet<string> = new Set<LanguageId>(['ar']);

export type LanguageId = (typeof LANGUAGES)[number]['id'];

export function isLanguage(value: unknown): value is LanguageId {
  return LANGUAGES.some(({ id }) => id === value);
}
