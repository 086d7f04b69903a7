/** Whether a key belongs to an input method. So does the one that confirms a word, which Safari tells after the word has ended. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}
