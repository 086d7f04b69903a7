import { LANGUAGES, LEFTWARD } from '@parley/core';
import { readCatalog } from '@parley/languages/read-catalog';
import { translateSource } from '@parley/languages/translate-source';
import type { Plugin } from 'vite';

const RICH = /import \{ rich \} from '[^']+';/;
const LANGUAGE = /import \{ LANGUAGE \} from '[^']+';/;
const LOCALE = /import \{ LOCALE \} from '[^']+';/;

/** The language of this build. */
export const language = process.env['PARLEY_LANGUAGE'] ?? 'en';

/** Replaces the messages in the client's code with those of its language. A missing one fails the build. */
export function translateMessages(): Plugin {
  const catalog = language === 'en' ? null : readCatalog(language);
  const locale = LANGUAGES.find(({ id }) => id === language)?.locale ?? 'en-US';
  return {
    name: 'parley:translate-messages',
    enforce: 'pre',
    transform: {
      filter: { id: { include: /\.tsx?$/, exclude: /node_modules/ } },
      handler(code, id) {
        const translated = translateSource(id, code, language, catalog);
        // What is replaced would otherwise be a chunk of its own.
        const alone = translated
          .replace(RICH, '')
          .replace(LANGUAGE, `const LANGUAGE = ${JSON.stringify(language)};`)
          .replace(LOCALE, `const LOCALE = ${JSON.stringify(locale)};`);
        return { code: alone, map: null };
      },
    },
    transformIndexHtml: (html) => {
      const direction = LEFTWARD.has(language) ? ' dir="rtl"' : '';
      return html.replace('<html lang="en"', `<html lang="${language}"${direction}`);
    },
  };
}
