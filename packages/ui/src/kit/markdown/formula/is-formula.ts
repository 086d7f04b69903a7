/** Characters that occur only in formulas: commands, scripts, relations, groups. */
const mathSign = /[\\^_={}<>+&]/;

/** Whether the text between two dollar signs is a formula, rather than text between two prices or shell variables. */
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

/** Whether the text is words, or a price and a word. A text with a command is not: commands may take words. */
export function isProse(text: string): boolean {
  if (text.includes('\\')) return false;
  const words = /(?:^|[\s(])[A-Za-z]{2,}[\s,;:]+[A-Za-z]{2,}/;
  const isPrice = /^\d/.test(text) && /\s\(?[A-Za-z]{2,}/.test(text);
  return words.test(text) || isPrice;
}

/** Whether an unclosed formula that starts like this is likely one, so that its source should not be shown. */
export function isLikelyFormula(opening: string, text: string): boolean {
  if (opening !== '$') return !isProse(text);
  return /^(?:[^\s\d$]|$)/.test(text) && !/^[A-Z_]{2,}/.test(text) && !text.includes('`') && !isProse(text);
}
