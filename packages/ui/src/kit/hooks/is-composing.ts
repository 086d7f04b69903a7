/** Whether a key belongs to an input method. So does the key that confirms a word, which Safari reports after the word has ended. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}
