import {
  startTransition,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type RefCallback,
  type RefObject,
} from 'react';
import { lazyPart } from '../../../../kit/lazy/lazy-part.tsx';
import type { Message } from '@parley/core';
import type { Thread } from '../../../../stores/chat/chat-state.ts';
import { useChat, useChatStore } from '../../../../stores/client.ts';
import type { FollowedScroller } from '../../scroll/follow-scroller.ts';
import { ScrollerContext } from '../../scroll/scroller-context.ts';
import { OpenPreviewContext } from '../../preview/open-preview-context.ts';
import type { PreviewBlock } from '../../preview/preview-block.ts';
import { useHasSelected } from '../quote/use-has-selected.ts';
import { estimateHeight } from './estimate-height.ts';
import { groupMessages } from './group-messages.ts';
import { MessageGroup } from './message-group.tsx';
import { QueuedMessages } from './queued-messages.tsx';

export { Reply } from '../reply/reply.tsx';

const PreviewPanel = lazyPart('preview', async () => (await import('../../preview/preview-panel.tsx')).PreviewPanel);
// Text can still be copied without it.
const QuoteButton = lazyPart(
  'quote',
  async () => (await import('../quote/quote-button.tsx')).QuoteButton,
  () => null,
);

/** The last rows render fully at once: as many as fill this many windows, by their estimated heights. */
const WINDOWS = 2;
/** At least this many do: the last question and reply, and the next two messages. */
const FEWEST = 4;

interface MessageListProps {
  conversationId: string;
  thread: Thread;
  scrollerRef: RefCallback<HTMLElement>;
  scroller: RefObject<FollowedScroller | null>;
  /** Called when text of a message was put into the draft. */
  onDrafted: () => void;
}

export function MessageList({ conversationId, thread, scrollerRef, scroller, onDrafted }: MessageListProps) {
  const loadOlder = useChat((chat) => chat.loadOlder);
  const edited = useChat(({ editing }) => (editing?.conversationId === conversationId ? editing.messageId : null));
  const { messageIds, nextBefore } = thread;
  const isWaiting = useChat((chat) => chat.queued[conversationId] !== undefined);
  const hasSelected = useHasSelected();
  const [previewed, setPreviewed] = useState<PreviewBlock | null>(null);
  const groups = useGroups(messageIds);
  const last = groups.length - 1;
  const chat = useChatStore();
  const [nearEnd] = useState(() => countNearEnd(messageIds, chat.getState().messages));
  // The end of the thread is shown first. A deferred value cannot do that: the page defers the whole conversation, in
  // which React shows the last value at once.
  const [isWhole, setWhole] = useState(false);
  useEffect(() => startTransition(() => setWhole(true)), []);
  useSteadyPlace(conversationId, messageIds[0], scroller);
  return (
    <div
      ref={scrollerRef}
      tabIndex={-1}
      data-thread
      data-busy={thread.reply ? '' : undefined}
      className="scrollbar-quiet min-h-0 flex-1 pan-y overflow-x-hidden overflow-y-auto outline-none"
    >
      <div className="pt-4 pb-10 max-md:pt-6 max-md:pb-8">
        {nextBefore !== null && <Beginning key={nextBefore} onReached={() => void loadOlder(conversationId)} />}
        <ScrollerContext value={scroller}>
          <OpenPreviewContext value={setPreviewed}>
            {groups.map((keys, index) => {
              const near = Math.max(0, nearEnd - lengthAfter(groups, index));
              return (
                <MessageGroup
                  key={keys[0]}
                  conversationId={conversationId}
                  keys={keys}
                  isFirst={index === 0}
                  isLast={index === last}
                  isShown={isWhole || near > 0}
                  near={near}
                  edited={edited !== null && keys.includes(edited) ? edited : null}
                />
              );
            })}
          </OpenPreviewContext>
        </ScrollerContext>
        {isWaiting && <QueuedMessages conversationId={conversationId} onTakenBack={onDrafted} />}
        <Suspense>
          {previewed && (
            <PreviewPanel
              key={previewed.code}
              conversationId={conversationId}
              block={previewed}
              onClose={() => setPreviewed(null)}
            />
          )}
        </Suspense>
        <Suspense>{hasSelected && <QuoteButton conversationId={conversationId} onQuoted={onDrafted} />}</Suspense>
      </div>
    </div>
  );
}

function useGroups(messageIds: string[]): string[][] {
  const [grouped, setGrouped] = useState(() => ({ messageIds, groups: groupMessages(messageIds, []) }));
  if (grouped.messageIds === messageIds) return grouped.groups;
  const groups = groupMessages(messageIds, grouped.groups);
  setGrouped({ messageIds, groups });
  return groups;
}

/** Counts the rows at the end of a thread that surely fill the view. */
function countNearEnd(keys: string[], messages: Record<string, Message>): number {
  let height = 0;
  const below = keys.findLastIndex((key) => (height += estimateHeight(messages[key])) > WINDOWS * innerHeight);
  return Math.max(FEWEST, keys.length - below);
}

/** Counts the rows in the groups after this one. */
function lengthAfter(groups: string[][], index: number): number {
  return groups.slice(index + 1).reduce((sum, { length }) => sum + length, 0);
}

/** Sentinel above the oldest loaded message; coming near it loads older ones. */
function Beginning({ onReached }: { onReached: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  const reached = useRef(onReached);
  useEffect(() => {
    if (!mark.current) return;
    const watcher = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && reached.current(),
      {
        root: mark.current.parentElement?.parentElement ?? null,
        rootMargin: '600px 0px 0px 0px',
      },
    );
    watcher.observe(mark.current);
    return () => watcher.disconnect();
  }, []);
  return <div ref={mark} className="h-px" />;
}

/** Keeps the content in view in place when older messages are inserted above it. */
function useSteadyPlace(
  conversationId: string,
  firstId: string | undefined,
  scroller: RefObject<FollowedScroller | null>,
) {
  const chat = useChatStore();
  useEffect(
    () =>
      chat.subscribe((now, before) => {
        const isNew = now.threads[conversationId]?.messageIds[0] !== before.threads[conversationId]?.messageIds[0];
        if (isNew) scroller.current?.savePlace();
      }),
    [chat, conversationId, scroller],
  );
  useLayoutEffect(() => {
    scroller.current?.restorePlace();
  }, [firstId, scroller]);
}
