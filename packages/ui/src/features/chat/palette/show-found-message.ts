import type { FoundMessage } from './found-message.ts';
import { markWords } from './mark-words.ts';

/** Animation frames to wait for a loaded message to render. */
const PATIENCE = 180;

/**
 * Shows a message once its row is rendered, and highlights the matched words in it until `left` is aborted. `show`
 * scrolls to an element.
 */
export async function showFoundMessage(
  { conversationId, messageId, words }: FoundMessage,
  findMessage: (conversationId: string, messageId: string) => Promise<string | null>,
  rows: ReadonlyMap<string, HTMLElement>,
  show: (element: HTMLElement) => void,
  left: AbortSignal,
): Promise<void> {
  const key = await findMessage(conversationId, messageId);
  if (key === null) return;
  const element = await rendered(() => rows.get(key), words, left);
  if (!element) return;
  show(element);
  await renderedWhole(element, left);
  if (left.aborted) return;
  // Rows that were not rendered before had an estimated height, so the position is correct only the second time.
  show(element);
  left.addEventListener('abort', markWords(element, words));
}

/**
 * Waits until a row with these words is rendered. Resolves to undefined if the user leaves first or the row never
 * appears.
 */
async function rendered(
  find: () => HTMLElement | undefined,
  words: string[],
  left: AbortSignal,
): Promise<HTMLElement | undefined> {
  for (let frame = 0; frame < PATIENCE && !left.aborted; frame++) {
    const element = find();
    const text = element?.textContent.toLowerCase() ?? '';
    if (element && words.every((word) => text.includes(word.toLowerCase()))) return element;
    await new Promise(requestAnimationFrame);
  }
  return left.aborted ? undefined : find();
}

/** Waits until a row that has come into view is fully rendered. */
async function renderedWhole(turn: Element, left: AbortSignal): Promise<void> {
  for (let frame = 0; frame < PATIENCE && !left.aborted; frame++) {
    await new Promise(requestAnimationFrame);
    if (!turn.hasAttribute('data-far')) return;
  }
}
