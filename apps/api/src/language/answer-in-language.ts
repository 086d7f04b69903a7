import type { RequestHandler, Response } from 'express';
import type { LanguageId } from '@parley/core';
import { languageOfCall, type Languages } from './languages.ts';
import { speak } from './speak.ts';
import { translateFields } from './translate-fields.ts';

/** Answers calls in their language. A call in English pays nothing for it. */
export function answerInLanguage({ offered }: Languages): RequestHandler {
  return (req, res, next) => {
    const language = languageOfCall(req, offered);
    if (language === 'en') return next();
    res.locals.language = language;
    const json = res.json.bind(res);
    // What is stored, and what was made before anyone asked, is English until here.
    res.json = (body: unknown) => json(translateFields(body, language));
    speak(language, next);
  };
}

/** The language in which a call is answered. */
export function languageOf(res: Response): LanguageId {
  return (res.locals.language as LanguageId | undefined) ?? 'en';
}
