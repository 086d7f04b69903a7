/** A text to compare with a typed one: without case and accents, which do not matter to the search of messages either. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u065f\u0640]/g, '')
    .toLowerCase();
}
