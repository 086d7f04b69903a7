/** Inserts words into a text at this place, separated by spaces. Returns the new text and the place after the words. */
export function insertWords(text: string, words: string, at: number): { text: string; end: number } {
  const before = text.slice(0, at);
  const after = text.slice(at);
  const inserted = (/[^\s([{"“‘]$/u.test(before) ? ' ' : '') + words + (/^[^\s.,;:!?)\]}"”’]/u.test(after) ? ' ' : '');
  return { text: before + inserted + after, end: before.length + inserted.trimEnd().length };
}
