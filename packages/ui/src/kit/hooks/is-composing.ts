/**
 * Whether a key event belongs to an input method. That includes the key that confirms a word, which Safari reports
 * after the composition has ended.
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}
