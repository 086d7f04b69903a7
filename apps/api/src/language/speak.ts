import { AsyncLocalStorage } from 'node:async_hooks';
import { LANGUAGES, setTranslator, type LanguageId, type Translator } from '@parley/core';
import { catalogOf } from './catalogs.ts';

/** The language in which the current request is answered; nothing in English. */
const spoken = new AsyncLocalStorage<LanguageId>();

const textsOfNow = () => {
  const language = spoken.getStore();
  return language === undefined ? undefined : catalogOf(language);
};
const TRANSLATOR: Translator = {
  message: (id) => textsOfNow()?.message(id),
  plural: (id, count) => textsOfNow()?.plural(id, count),
};

/** Runs `work`, and all that it starts, with texts in this language. */
export function speak<Result>(language: LanguageId, work: () => Result): Result {
  if (language === 'en') return spoken.getStore() === undefined ? work() : spoken.exit(work);
  setTranslator(TRANSLATOR);
  return spoken.run(language, work);
}

/** The language of the texts that are made now. */
export function spokenLanguage(): LanguageId {
  return spoken.getStore() ?? 'en';
}

const spokenLocale = () => LANGUAGES.find(({ id }) => id === spokenLanguage())?.locale;

/** Formats a number for a sentence in the current language. */
export function numberText(value: number): string {
  return value.toLocaleString(spokenLocale());
}

/** Formats US dollars for a sentence in the current language, without cents where there are none. */
export function dollarsText(value: number): string {
  const style = { style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' } as const;
  return value.toLocaleString(spokenLocale(), style);
}

/** Formats a time, in epoch milliseconds, for a sentence in the current language. */
export function timeText(time: number): string {
  const style = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Date(time).toLocaleString(spokenLocale(), style)} UTC`;
}
