const DEFAULT = 'English';
/** Longer tags are no language that a person speaks. */
const MAX_TAG = 35;
const NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** The English name of the first of these language tags that has one, such as `Brazilian Portuguese`; else English. */
export function languageName(tags: readonly string[]): string {
  for (const tag of tags) {
    const name = tag.length <= MAX_TAG && isLanguageTag(tag) ? NAMES.of(tag) : undefined;
    if (name) return name;
  }
  return DEFAULT;
}

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
