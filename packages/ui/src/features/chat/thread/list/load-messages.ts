import { loadMarkdown } from '../../../../kit/reply/load-markdown.ts';

/**
 * Milliseconds that messages wait for the Markdown renderer: shown without it, they would change their layout later.
 */
const MARKDOWN_PATIENCE = 3000;

/** Loads the component that shows messages and, unless that takes too long, what renders their Markdown. */
export async function loadMessageList() {
  const late = new Promise((resolve) => setTimeout(resolve, MARKDOWN_PATIENCE));
  const markdown = loadMarkdown().catch(() => {});
  const [{ MessageList }] = await Promise.all([import('./message-list.tsx'), Promise.race([markdown, late])]);
  return MessageList;
}

/**
 * Preloads the chunk that renders messages; call it when some are about to be shown. Errors are left to the component
 * that renders them.
 */
export function preloadMessages(): void {
  loadMessageList().catch(() => {});
}
