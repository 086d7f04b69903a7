import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Request } from 'express';
import { LANGUAGES, type LanguageId } from '@parley/core';
import type { Content } from '../content/content.ts';

/** The languages that this server offers. */
export interface Languages {
  /** English first. */
  offered: readonly LanguageId[];
  /** The texts of the information pages in the other languages. */
  content: Partial<Record<LanguageId, Content>>;
}

export const ENGLISH_ONLY: Languages = { offered: ['en'], content: {} };

/** The cookie with the language that a user chose in a browser. */
const COOKIE = 'language';
/** The `Vary` header of pages on a server with several languages. */
export const VARIES_BY = 'Accept-Language, Cookie';

/** The folder of a language's build, within that of the web client. */
export function buildFolder(webRoot: string, language: LanguageId): string {
  return language === 'en' ? webRoot : join(webRoot, 'languages', language);
}

/**
 * The languages whose build and whose information pages are there; English always. `wanted` leaves others out; null
 * takes all.
 */
export function findLanguages(
  webRoot: string,
  contentFolder: string,
  wanted: readonly LanguageId[] | null,
): LanguageId[] {
  const isThere = (language: LanguageId) =>
    existsSync(join(buildFolder(webRoot, language), 'index.html')) && existsSync(join(contentFolder, language));
  const all = LANGUAGES.map(({ id }) => id);
  return all.filter((id) => id === 'en' || ((wanted === null || wanted.includes(id)) && isThere(id)));
}

/** The language of a page: of its address, else of the browser's cookie, else the first that the browser asks for. */
export function languageOfPage(req: Request, offered: readonly LanguageId[]): LanguageId {
  const { language } = req.query;
  return oneOf(offered, language) ?? keptLanguage(req, offered) ?? acceptedLanguage(req, offered);
}

/**
 * The language of a call of the API: the one that its `Accept-Language` names, as pages in other languages than English
 * do. For any other header the cookie decides, because browsers send `Accept-Language` by themselves.
 */
export function languageOfCall(req: Request, offered: readonly LanguageId[]): LanguageId {
  const named = req.headers['accept-language'];
  return oneOf(offered, named) ?? keptLanguage(req, offered) ?? acceptedLanguage(req, offered);
}

function oneOf(offered: readonly LanguageId[], value: unknown): LanguageId | undefined {
  return offered.find((id) => id === value);
}

function keptLanguage(req: Request, offered: readonly LanguageId[]): LanguageId | undefined {
  const cookies = (req.headers.cookie ?? '').split('; ');
  const kept = cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`));
  return oneOf(offered, kept?.slice(COOKIE.length + 1));
}

function acceptedLanguage(req: Request, offered: readonly LanguageId[]): LanguageId {
  if (offered.length === 1) return 'en';
  // Portuguese of Portugal is closer to that of Brazil than English is.
  const accepted = req.acceptsLanguages(...offered.flatMap((id) => (id === baseOf(id) ? [id] : [id, baseOf(id)])));
  return offered.find((id) => id === accepted || baseOf(id) === accepted) ?? 'en';
}

/** The language of a variety: `pt` of `pt-BR`. */
function baseOf(id: LanguageId): string {
  return id.split('-', 1)[0] ?? id;
}
