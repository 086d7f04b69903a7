import type { Share } from '@parley/core';
import type { ShareRecord } from '../storage/storage.ts';
import { isoTime, isoTimeOrNull } from '../iso-time.ts';

/** A share as its owner sees it, without its address. */
export function presentShare(share: ShareRecord): Omit<Share, 'url'> {
  const { id, conversationId, title, messageCount, hasReasoning, hasAttachments, expiresAt } = share;
  return {
    id,
    conversationId,
    title,
    messageCount,
    hasReasoning,
    hasAttachments,
    createdAt: isoTime(share.createdAt),
    updatedAt: isoTime(share.updatedAt),
    expiresAt: isoTimeOrNull(expiresAt),
  };
}
