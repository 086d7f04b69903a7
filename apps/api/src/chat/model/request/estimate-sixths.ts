/** Approximate characters of Latin text per token. */
export const CHARS_PER_TOKEN = 3;
/**
 * From this code point on, alphabets take about two letters per token, and later signs one token each: Chinese,
 * Japanese, Korean, emoji.
 */
const OTHER_ALPHABETS = 0x370;
const SIGNS = 0x2e80;
/** A text whose characters are single bytes, as in most Latin ones, is not even searched for it. */
const BEYOND_LATIN = /[\u0370-\uffff]/;

/** Estimates a tokenizer's count in sixths of a token, which add up exactly. On the high side. */
export function estimateSixths(text: string): number {
  if (!BEYOND_LATIN.test(text)) return (text.length * 6) / CHARS_PER_TOKEN;
  let sixths = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    sixths += code < OTHER_ALPHABETS ? 6 / CHARS_PER_TOKEN : code < SIGNS ? 3 : 6;
  }
  return sixths;
}
