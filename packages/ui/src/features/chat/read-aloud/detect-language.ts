/** The scripts that name a language, and words and letters that occur in one language of a script only. */
const SCRIPTS: [script: RegExp, language: string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Cyrillic}/gu, 'ru'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Bengali}/gu, 'bn'],
  [/\p{Script=Tamil}/gu, 'ta'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Latin}/gu, 'latin'],
];
const LETTERS: [letters: RegExp, among: string, language: string][] = [
  [/[پچژگ]/u, 'ar', 'fa'],
  [/[іїєґ]/iu, 'ru', 'uk'],
];
const WORDS: Record<string, string> = {
  en: 'the and of to is that it for with are this you be not as have from but which',
  de: 'der die das und ist nicht ein eine zu den mit von für auf sich auch dem es wird sind',
  fr: 'le la les des et est une un dans que pour pas qui sur avec vous ce il au du',
  es: 'el los las y es una un que por con para no se del al como más lo su son',
  it: 'il che di è la per un una non con sono del della si come più gli le nel ma',
  pt: 'o os as que não uma um para com do da em é por mais se dos como você ao',
  nl: 'de het een en van is dat niet te zijn op voor met die aan er maar ook als wordt',
  pl: 'i w nie na się jest to z do że jak co po tak ale czy dla lub przez są',
  sv: 'och att det som en är på för av med den till inte om ett har kan du från vid',
  tr: 've bir bu için ile da de olarak çok daha gibi ne en olan var değil mi kadar sonra şu',
};
/** How many Latin letters weigh as much as one of another script. */
const LATIN_SHARE = 4;
/** Function words that a Latin text needs to have its language detected. */
const ENOUGH = 2;

/** Detects the language of a text by its script and most common words. Undefined if it could be any. */
export function detectLanguage(text: string): string | undefined {
  // A letter of another script counts as several Latin ones, because code and names are Latin everywhere.
  const counts = SCRIPTS.map(([script, language]) => {
    const count = text.match(script)?.length ?? 0;
    return { language, count: language === 'latin' ? count / LATIN_SHARE : count };
  });
  const most = counts.toSorted((a, b) => b.count - a.count)[0];
  if (!most || most.count === 0) return undefined;
  if (most.language === 'latin') return languageByWords(text);
  // Japanese is mostly written in the letters of Chinese.
  if (most.language === 'zh' && counts[0] && counts[0].count > most.count / 10) return 'ja';
  return LETTERS.find(([letters, among]) => among === most.language && letters.test(text))?.[2] ?? most.language;
}

function languageByWords(text: string): string | undefined {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const scores = Object.entries(WORDS).map(([language, common]) => {
    const known = new Set(common.split(' '));
    return { language, score: words.filter((word) => known.has(word)).length };
  });
  const [first, second] = scores.toSorted((a, b) => b.score - a.score);
  return first && second && first.score >= ENOUGH && first.score > second.score ? first.language : undefined;
}
