/** What may only be in a formula: commands, scripts, relations, groups. */
const mathSign = /[\\^_={}<>+&]/;

/** Whether the text between two dollar signs is a formula and not what stands between two prices or variables of a shell. */
export function isBetweenDollars(text: string): boolean {
  return text.trim() === text && text !== '' && !text.includes('`') && !isProse(text);
}

/** Whether the text between escaped brackets is a formula: `\[1\]` and `\[note\]` are brackets. */
export function isBetweenBrackets(text: string): boolean {
  return mathSign.test(text) && !isProse(text);
}

/** Whether the text between escaped parentheses is a formula: `\(see below\)` are parentheses. */
export function isBetweenParentheses(text: string): boolean {
  return text.trim() !== '' && !isProse(text);
}

/** Words, or a price and a word. What has a command in it is none: commands may take words. */
export function isProse(text: string): boolean {
  if (text.includes('\\')) return false;
  const words = /(?:^|[\s(])[A-Za-z]{2,}[\s,;:]+[A-Za-z]{2,}/;
  const isPrice = /^\d/.test(text) && /\s\(?[A-Za-z]{2,}/.test(text);
  return words.test(text) || isPrice;
}

/** Whether a formula that has begun with this and has no end yet is likely one, so that its source is not worth showing. */
export function isLikelyFormula(opening: string, text: string): boolean {
  if (opening !== '$') return !isProse(text);
  return /^(?:[^\s\d$]|$)/.test(text) && !/^[A-Z_]{2,}/.test(text) && !text.includes('`') && !isProse(text);
}
