import { errorText, type LanguageId } from '@parley/core';
import { catalogOf } from './catalogs.ts';

/** Response fields that contain our sentences, and never a user's words. */
const SENTENCES: ReadonlySet<string> = new Set(['error', 'message', 'reason', 'label']);

const DATA = 'data: ';

/** Translates the English sentences in an answer. Returns the same value in English. */
export function translateFields<Value>(value: Value, language: LanguageId): Value {
  if (language === 'en' || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each: unknown) => translateFields(each, language)) as Value;
  // Only plain objects are copied: a date writes itself.
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const fields = Object.entries(value).map(([name, field]: [string, unknown]) => {
    const isSentence = typeof field === 'string' && SENTENCES.has(name);
    return [name, isSentence ? translateSentence(field, language) : translateFields(field, language)];
  });
  const translated = Object.fromEntries(fields) as Record<string, unknown>;
  // The text of a reply that failed before anything arrived.
  const { text, error } = value as { text?: unknown; error?: unknown };
  if (typeof error === 'string' && text === errorText(error)) {
    translated['text'] = errorText(String(translated['error']));
  }
  return translated as Value;
}

/** Translates the English sentences in serialized events. */
export function translateFrames(frames: string, language: LanguageId): string {
  if (language === 'en') return frames;
  const translateLine = (line: string) =>
    line.startsWith(DATA) && line.includes('"error":"')
      ? DATA + JSON.stringify(translateFields(JSON.parse(line.slice(DATA.length)) as unknown, language))
      : line;
  return frames.split('\n').map(translateLine).join('\n');
}

/** Translates one of our English sentences. Any other text stays as it is. */
function translateSentence(english: string, language: LanguageId): string {
  return language === 'en' ? english : (catalogOf(language).sentence(english) ?? english);
}
