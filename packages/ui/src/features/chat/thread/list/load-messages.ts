import { loadMarkdown } from '../../../../kit/reply/load-markdown.ts';

/**
 * Milliseconds that messages wait for the Markdown renderer: shown without it, they would change their layout later.
 */
const MARKDOWN_PATIENCE = 3000;

/** Loads the component that shows messages and, unless that takes too long, what renders their Markdown. */
export async function loadMessageList() {
  const late = new Promise((resolve) => setTimeout(resolve, MARKDOWN_PATIENCE));
  // The second part shows messages that are written while disconnected.
  const markdown = loadMarkdown().then(
    () => void loadQueuedMessages().catch(() => {}),
    () => {},
  );
  const [{ MessageList }] = await Promise.all([import('./message-list.tsx'), Promise.race([markdown, late])]);
  return MessageList;
}

/**
 * Preloads the chunk that renders messages; call it when some are about to be shown. Errors are left to the component
 * that renders them.
 */
export function preloadMessages(): void {
  loadMessageList().catch(() => {});
  loadMarkdown().catch(() => {});
}

/** Loads the component that shows queued messages. */
export async function loadQueuedMessages() {
  return (await import('./queued-messages.tsx')).QueuedMessages;
}

/** Preloads what shows a message that is written offline later. */
export function preloadOfflineMessages(): void {
  loadQueuedMessages().catch(() => {});
  preloadMessages();
}
