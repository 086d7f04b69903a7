/** The language of this build, as in `LANGUAGES`. The build replaces it. */
export const LANGUAGE = 'en' as string;
