import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { LANGUAGES, LEFTWARD, setTranslator, type LanguageId } from '@parley/core';
import type { SettingsFile } from '../system/settings-file.ts';
import { chooseLanguage } from './choose-language.ts';
import { createTranslator, type MainTexts } from './main-texts.ts';

export interface AppLanguage {
  /** The languages of this build. */
  offered: LanguageId[];
  id(): LanguageId;
  /** Whether it is written from right to left. */
  isLeftward(): boolean;
  /** Stores the user's choice. Callers redraw what is already on screen. */
  choose(language: LanguageId): void;
}

/**
 * The language of the app, which all texts of main have from now on. `pages` has a folder for each language of the pages
 * but English; without one, the language isn't offered. Call once the app is ready.
 */
export function createAppLanguage(file: SettingsFile, texts: MainTexts, pages: string): AppLanguage {
  const offered = LANGUAGES.map(({ id }) => id).filter(
    (id) => id === 'en' || (texts[id] !== undefined && existsSync(join(pages, id, 'index.html'))),
  );
  let current: LanguageId = 'en';
  const speak = () => {
    current = chooseLanguage(file.read().language, app.getPreferredSystemLanguages(), offered);
    const found = texts[current];
    setTranslator(found ? createTranslator(current, found) : null);
  };
  speak();
  return {
    offered,
    id: () => current,
    isLeftward: () => LEFTWARD.has(current),
    choose(language) {
      file.change({ language });
      speak();
    },
  };
}
