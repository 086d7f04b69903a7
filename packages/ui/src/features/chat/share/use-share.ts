import type { Message, Share, ShareOptions } from '@parley/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ApiClient } from '../../../api/create-api-client.ts';
import { useLatest } from '../../../kit/hooks/use-latest.ts';
import { useChat, useClient } from '../../../stores/client.ts';
import { ignoreNotFound } from '../../../stores/ignore-not-found.ts';
import { problemText } from '../../../stores/problem-text.ts';
import { newUuid } from '../../../stores/chat/new-uuid.ts';

/** Messages that a preview shows. */
const PREVIEWED = 20;

type Calls = Awaited<ReturnType<ApiClient['shares']>>;

/** What readers of a conversation would see, and its link if it has one. */
export interface Shareable {
  title: string;
  /** The last finished messages, oldest first. */
  messages: Message[];
  /** Whether earlier ones are shared, too. */
  hasMore: boolean;
  /** The newest link that has not expired; null if there is none. */
  share: Share | null;
}

/** Reads what would be shared of a conversation, and makes, updates and revokes its link. */
export function useShare(conversationId: string) {
  const { api } = useClient();
  const changeCount = useChat((chat) => chat.changeCount + chat.listChanges.shares);
  const [shareable, setShareable] = useState<Shareable | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** The id of a link whose creation failed: the server may have made it. */
  const unconfirmed = useRef<string | null>(null);

  const begin = useLatest();
  const read = useCallback(async () => {
    const isLatest = begin();
    try {
      const calls = await api.shares();
      const [{ conversation, messages, nextBefore }, shares] = await Promise.all([
        api.conversation(conversationId, { limit: PREVIEWED }),
        calls.list(),
      ]);
      if (!isLatest()) return;
      const isLive = ({ expiresAt }: Share) => expiresAt === null || Date.parse(expiresAt) > Date.now();
      setShareable({
        title: conversation.title,
        messages: finishedPart(messages),
        hasMore: nextBefore !== null,
        share: shares.find((each) => each.conversationId === conversationId && isLive(each)) ?? null,
      });
      setProblem(null);
    } catch (error) {
      if (isLatest()) setProblem(problemText(error));
    }
  }, [api, begin, conversationId]);
  useEffect(() => void read(), [read, changeCount]);

  /** Resolves to the result, or to undefined when the call failed. */
  async function run<Result>(work: (calls: Calls) => Promise<Result>) {
    setBusy(true);
    setProblem(null);
    try {
      return await work(await api.shares());
    } catch (error) {
      setProblem(problemText(error));
      return undefined;
    } finally {
      setBusy(false);
    }
  }

  const show = (share: Share | null) => setShareable((before) => before && { ...before, share });

  async function create(calls: Calls, options: ShareOptions): Promise<Share> {
    const earlier = unconfirmed.current;
    const id = (unconfirmed.current ??= newUuid());
    const made = await calls.create({ id, conversationId, ...options });
    // A link that was made earlier has the options of that time.
    return earlier === null ? made : calls.update(id, { expiresInDays: null, ...options });
  }

  return {
    shareable,
    problem,
    isBusy,
    read,
    /** Makes the link, or updates the one that there is. */
    save: (options: ShareOptions) =>
      run(async (calls) => {
        const known = shareable?.share;
        const share = known ? await calls.update(known.id, options) : await create(calls, options);
        unconfirmed.current = null;
        show(share);
        await read();
        return share;
      }),
    revoke: ({ id }: Share) =>
      run(async (calls) => {
        await calls.revoke(id).catch(ignoreNotFound);
        show(null);
        await read();
        return true;
      }),
  };
}

/** A reply that is being written is not shared, nor is its question. */
function finishedPart(messages: Message[]): Message[] {
  const running = messages.findIndex(({ status }) => status === 'streaming');
  return running < 0 ? messages : messages.slice(0, Math.max(0, running - 1));
}
