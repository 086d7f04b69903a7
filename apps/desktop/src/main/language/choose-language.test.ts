import type { LanguageId } from '@parley/core';
import { expect, it } from 'vitest';
import { chooseLanguage } from './choose-language.ts';

const offered: LanguageId[] = ['en', 'de', 'pt-BR', 'ar'];

it.each<[string, LanguageId | undefined, string[], LanguageId]>([
  ['the choice of the person comes first', 'de', ['ar', 'en-US'], 'de'],
  ['a choice of English beats the system’s language', 'en', ['de-DE'], 'en'],
  ['a choice that is not offered counts as none', 'ja', ['de-DE'], 'de'],
  ['the system’s language counts in any country', undefined, ['de-AT'], 'de'],
  ['the nearest language will do', undefined, ['pt-PT'], 'pt-BR'],
  ['the spelling of locales on Linux is understood', undefined, ['AR_eg'], 'ar'],
  ['the first offered language of the system counts', undefined, ['nl-NL', 'sv', 'ar-MA', 'de'], 'ar'],
  ['English counts where it is wanted more', undefined, ['en-GB', 'de-DE'], 'en'],
  ['the default is English', undefined, ['nl-NL', '', 'C'], 'en'],
  ['a system without languages has English', undefined, [], 'en'],
])('%s', (_, chosen, system, language) => {
  expect(chooseLanguage(chosen, system, offered)).toBe(language);
});
