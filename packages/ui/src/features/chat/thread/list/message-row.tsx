import { t } from '@parley/core';
import { memo, startTransition, Suspense, useCallback, useState } from 'react';
import { lazyPart } from '../../../../kit/lazy/lazy-part.tsx';
import { useClient, useFixedChat } from '../../../../stores/client.ts';
import { flushSync } from 'react-dom';
import { useMessage } from '../../../../stores/chat/use-message.ts';
import { OffscreenMessage } from './offscreen-message.tsx';
import { estimateContentHeight } from './estimate-height.ts';
import { Reply } from '../reply/reply.tsx';
import { useThreadElement } from './thread-elements.ts';
import { UserBubble } from '../user-message/user-bubble.tsx';

const SummaryLine = lazyPart('summary', async () => (await import('./summary-line.tsx')).SummaryLine);

interface MessageRowProps {
  conversationId: string;
  /** Key of the message; the only message whose changes render this row again. */
  messageId: string;
  isFirst: boolean;
  isLast: boolean;
  /** Whether to render fully from the start; otherwise only the text is rendered until the row comes near the view. */
  isNear: boolean;
}

/** Whether the browser fires an event when an element comes near the view. */
const TELLS_NEARNESS = 'ContentVisibilityAutoStateChangeEvent' in globalThis;

export const MessageRow = memo(function MessageRow({
  conversationId,
  messageId,
  isFirst,
  isLast,
  isNear,
}: MessageRowProps) {
  const message = useMessage(messageId);
  const { isTemporary, retry, continue: goOn } = useFixedChat();
  const { productName } = useClient().platform.settings;
  const [wasNear, setNear] = useState(isNear || !TELLS_NEARNESS);
  if (isNear && !wasNear) setNear(true);
  const [wasLast, setWasLast] = useState(isLast);
  if (isLast && !wasLast) setWasLast(true);
  const register = useThreadElement('rows', messageId);
  const awaitNearness = useCallback((turn: HTMLElement) => {
    const onChange = (event: Event) => {
      if ((event as ContentVisibilityAutoStateChangeEvent).skipped) return;
      // Typing and scrolling go first.
      startTransition(() => setNear(true));
    };
    turn.addEventListener('contentvisibilityautostatechange', onChange);
    const onPrint = () => flushSync(() => setNear(true));
    addEventListener('beforeprint', onPrint);
    return () => {
      removeEventListener('beforeprint', onPrint);
      turn.removeEventListener('contentvisibilityautostatechange', onChange);
    };
  }, []);
  // The newest row is always rendered: the page follows its height. It stays rendered when another one follows, because
  // an estimated height, even for one frame, would move readers further up.
  const isLazy = !wasLast && message?.status !== 'streaming';
  const isFar = isLazy && !wasNear;
  const ref = useCallback(
    (row: HTMLElement | null) => {
      if (!row) return;
      const unregister = register(row);
      const stop = isFar ? awaitNearness(row) : undefined;
      return () => {
        unregister?.();
        stop?.();
      };
    },
    [register, isFar, awaitNearness],
  );
  if (!message) return null;
  const above = isFirst ? '' : message.isUser ? 'pt-11' : 'pt-5';
  return (
    <li
      ref={ref}
      data-message={messageId}
      data-far={isFar ? '' : undefined}
      className={`@container/page pb-1 ${above} ${isLazy ? '[content-visibility:auto]' : ''}`}
      style={isLazy ? { containIntrinsicHeight: `auto ${estimateContentHeight(message)}px` } : undefined}
    >
      <div className="relative mx-auto w-[min(100%-3rem,var(--column))] max-md:w-[min(100%-2rem,var(--column))]">
        <h2 className="sr-only">{message.isUser ? t`You said` : t`${productName} said`}</h2>
        {isFar ? (
          <OffscreenMessage message={message} />
        ) : message.isUser ? (
          <UserBubble conversationId={conversationId} messageId={messageId} message={message} />
        ) : (
          <Reply
            conversationId={conversationId}
            messageId={messageId}
            message={message}
            isLast={isLast}
            onRetry={() => void retry(conversationId, messageId)}
            onRetryOtherwise={(how) => void retry(conversationId, messageId, how)}
            onContinue={isTemporary ? undefined : () => void goOn(conversationId, messageId)}
          />
        )}
        {message.summary !== undefined && (
          <Suspense fallback={null}>
            <SummaryLine conversationId={conversationId} messageId={messageId} summary={message.summary} />
          </Suspense>
        )}
      </div>
    </li>
  );
});
