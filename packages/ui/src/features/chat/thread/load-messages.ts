import { loadMarkdown } from '../../../kit/reply/load-markdown.ts';

export const loadMessageList = async () => (await import('./message-list.tsx')).MessageList;

/** Begins to load what shows messages; call it when some are about to be there. Whoever shows them tells what does not come. */
export function preloadMessages(): void {
  loadMessageList().catch(() => {});
  loadMarkdown().catch(() => {});
}
