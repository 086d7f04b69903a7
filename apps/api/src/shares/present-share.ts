import type { Share } from '@parley/core';
import type { ShareRecord } from '../storage/storage.ts';

/** A share as its owner sees it, without its address. */
export function presentShare(share: ShareRecord): Omit<Share, 'url'> {
  const { id, conversationId, title, messageCount, hasReasoning, hasAttachments, expiresAt } = share;
  const iso = (time: number) => new Date(time).toISOString();
  return {
    id,
    conversationId,
    title,
    messageCount,
    hasReasoning,
    hasAttachments,
    createdAt: iso(share.createdAt),
    updatedAt: iso(share.updatedAt),
    expiresAt: expiresAt === null ? null : iso(expiresAt),
  };
}
