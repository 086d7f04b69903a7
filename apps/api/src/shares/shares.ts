import {
  AppError,
  DEFAULT_TITLE,
  MAX_SHARES,
  SHARE_PATH,
  shareTokenOf,
  t,
  type Share,
  type ShareOptions,
} from '@parley/core';
import type { ShareChange, ShareRecord, Storage } from '../storage/storage.ts';
import { WHOLE_BRANCH } from '../storage/storage.ts';
import { presentShare } from './present-share.ts';
import { createReports } from './reports.ts';
import { finishedPart } from './shared-branch.ts';
import type { ShareTokens } from './share-tokens.ts';

const DAY_MS = 86_400_000;

interface ShareDependencies {
  storage: Pick<Storage, 'conversations' | 'shares'>;
  tokens: ShareTokens;
  apiUrl: () => string;
  now: () => number;
}

export type Shares = ReturnType<typeof createShares>;

/** Makes, updates and finds share links. */
export function createShares({ storage: { conversations, shares }, tokens, apiUrl, now }: ShareDependencies) {
  /** Null if the server's secret has changed since the link was made. */
  const urlOf = ({ userId, id, tokenHash, createdAt }: ShareRecord): string | null => {
    const possible = [tokens.of(userId, id, createdAt), tokens.of(userId, id)];
    const token = possible.find((each) => tokens.hash(each) === tokenHash);
    return token === undefined ? null : `${apiUrl()}${SHARE_PATH}/${token}`;
  };
  const present = (share: ShareRecord): Share => ({ ...presentShare(share), url: urlOf(share) });

  /** The copy of the branch that is shown now. Throws `not-found`, and `invalid-request` when nothing is finished. */
  async function copyOf(
    userId: string,
    { conversationId, expiresAt }: Pick<ShareRecord, 'conversationId' | 'expiresAt'>,
    { hasReasoning, hasAttachments, expiresInDays }: ShareOptions,
  ): Promise<ShareChange> {
    const conversation = await conversations.find(userId, conversationId);
    const page = await conversations.messages(userId, conversationId, { limit: WHOLE_BRANCH });
    if (!conversation || !page) throw new AppError('not-found');
    const finished = finishedPart(page.items);
    const last = finished.at(-1);
    if (!last) {
      throw new AppError('invalid-request', { message: t`There’s nothing to share yet. Wait for the first reply.` });
    }
    return {
      title: conversation.title || DEFAULT_TITLE,
      leafId: last.id,
      messageCount: finished.length,
      hasReasoning,
      hasAttachments,
      expiresAt:
        expiresInDays === undefined ? expiresAt : expiresInDays === null ? null : now() + expiresInDays * DAY_MS,
    };
  }

  return {
    /** All share links of a user, newest first. */
    async list(userId: string): Promise<Share[]> {
      return (await shares.list(userId)).map(present);
    },

    /** Makes a link. The same `id` again returns the first one. Throws as `copyOf`, and when the user has too many. */
    async create(userId: string, id: string, conversationId: string, options: ShareOptions): Promise<Share> {
      const createdAt = now();
      const unreported = { reports: {}, reportedAt: null };
      const tokenHash = tokens.hash(tokens.of(userId, id, createdAt));
      const copy = await copyOf(userId, { conversationId, expiresAt: null }, options);
      const share = { id, userId, conversationId, tokenHash, ...copy, createdAt, updatedAt: createdAt, ...unreported };
      switch (await shares.create(share, MAX_SHARES)) {
        case 'created':
          return present(share);
        case 'exists': {
          const known = (await shares.list(userId)).find((each) => each.id === id);
          if (!known) throw new AppError('not-found');
          return present(known);
        }
        case 'full': {
          const message = t`You can have at most ${MAX_SHARES} shared links. Revoke some in Settings first.`;
          throw new AppError('invalid-request', { message });
        }
        case 'not-found':
          throw new AppError('not-found');
      }
    },

    /** Copies the conversation again under the same address. Throws as `create`. */
    async update(userId: string, id: string, options: ShareOptions): Promise<Share> {
      const known = (await shares.list(userId)).find((each) => each.id === id);
      if (!known) throw new AppError('not-found');
      const copy = await copyOf(userId, known, options);
      const changed = await shares.update(userId, id, copy, now());
      if (!changed) throw new AppError('not-found');
      return present(changed);
    },

    /** Revokes a link: its page and files are gone from the next request on. Throws `not-found`. */
    async revoke(userId: string, id: string): Promise<void> {
      if (!(await shares.remove(userId, id))) throw new AppError('not-found');
    },

    /** The share with this token; null for any other token, and when readers may not see it (any more). */
    find: (token: string): Promise<ShareRecord | null> => shares.find(tokens.hash(token), now()),

    /** Removes the share at this address, for the operator. Throws `not-found`. */
    async takeDown(url: string): Promise<void> {
      const token = shareTokenOf(url);
      if (token === null || (await shares.takeDown(tokens.hash(token))) === null) throw new AppError('not-found');
    },

    reports: createReports({ shares, tokens, urlOf, now }),
  };
}
