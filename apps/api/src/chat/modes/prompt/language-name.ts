const DEFAULT = 'English';
/** Longest language tag in characters; longer ones are not real languages. */
const MAX_TAG = 35;
/** Tags that are tried; each one that is invalid costs an exception. */
const MAX_TAGS = 20;
const NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** The English name of the first tag that has one, such as `Brazilian Portuguese`; otherwise English. */
export function languageName(tags: readonly string[]): string {
  for (const tag of tags.slice(0, MAX_TAGS)) {
    const name = tag.length <= MAX_TAG && isLanguageTag(tag) ? NAMES.of(tag) : undefined;
    if (name) return name;
  }
  return DEFAULT;
}

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    // It throws a RangeError for an invalid tag.
    return false;
  }
}
