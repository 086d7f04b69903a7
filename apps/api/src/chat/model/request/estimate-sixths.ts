/** Approximate characters of Latin text per token. */
export const CHARS_PER_TOKEN = 3;
/**
 * From this code point on, alphabets take about two letters per token, and later signs one token each: Chinese,
 * Japanese, Korean, emoji.
 */
const OTHER_ALPHABETS = 0x370;
const SIGNS = 0x2e80;

/** Estimates a tokenizer's count in sixths of a token, which add up exactly. On the high side. */
export function estimateSixths(text: string): number {
  let sixths = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    sixths += code < OTHER_ALPHABETS ? 6 / CHARS_PER_TOKEN : code < SIGNS ? 3 : 6;
  }
  return sixths;
}
