import { loadMarkdown } from '../../../../kit/reply/load-markdown.ts';

export const loadMessageList = async () => (await import('./message-list.tsx')).MessageList;

/**
 * Preloads the chunk that renders messages; call it when some are about to be shown. Errors are left to the component
 * that renders them.
 */
export function preloadMessages(): void {
  loadMessageList().catch(() => {});
  loadMarkdown().catch(() => {});
}
