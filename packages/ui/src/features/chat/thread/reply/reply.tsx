import { canBeContinued, receivedText, type Message } from '@parley/core';
import { Suspense } from 'react';
import { lazyPart } from '../../../../kit/lazy/lazy-part.tsx';
import { Processing } from '../../../../kit/reply/processing.tsx';
import { Reasoning } from '../../../../kit/reply/reasoning.tsx';
import { ReplyActions } from '../../../../kit/reply/reply-actions.tsx';
import { ReplyText } from '../../../../kit/reply/reply-text.tsx';
import { ToolPanel } from '../../tools/tool-panel.tsx';
import type { RetryOptions } from '../../../../stores/chat/stream/regenerate-reply.ts';
import { useUnreadMarkers } from '../unread/unread-markers-context.ts';
import { ContinueButton, EarlyEnd, FailedEnd } from './reply-end.tsx';
import { PicturePlace } from '../../../../kit/reply/picture-place.tsx';
import { MessageVersions } from '../versions/message-versions.tsx';

// Without its menu, Retry still works: a chunk that does not load shows no error.
const RetryMenu = lazyPart(
  'retry-menu',
  async () => (await import('./retry-menu.tsx')).RetryMenu,
  () => null,
);
const ReplyPicture = lazyPart('picture', async () => (await import('./reply-picture.tsx')).ReplyPicture);

interface ReplyProps {
  conversationId: string;
  /** Key of the message. */
  messageId: string;
  message: Message;
  isLast: boolean;
  /** Undefined where no retry is possible. */
  onRetry: (() => void) | undefined;
  /** Undefined where a retry cannot differ. */
  onRetryOtherwise?: ((how: RetryOptions) => void) | undefined;
  /** Undefined where a reply that ended early cannot be continued. */
  onContinue: (() => void) | undefined;
}

export function Reply({
  conversationId,
  messageId,
  message,
  isLast,
  onRetry,
  onRetryOtherwise,
  onContinue,
}: ReplyProps) {
  const place = useUnreadMarkers(messageId);
  const streaming = message.status === 'streaming';
  const received = receivedText(message);
  const reasoning = message.reasoningContent ?? '';
  const failed = message.status === 'failed' || message.status === 'interrupted';
  // A message that is nothing but its error says it once.
  const text = failed && received === message.error ? '' : received;
  const { imageUrl, toolCalls = [] } = message;
  const isDrawing = streaming && imageUrl === undefined && toolCalls.some(isDrawingNow);
  const isWaiting = streaming && text === '' && imageUrl === undefined && !isDrawing && !message.isReasoningStreaming;
  return (
    <div ref={place} className="group/reply">
      {reasoning !== '' && (
        <Reasoning
          text={reasoning}
          live={streaming && message.isReasoningStreaming === true}
          durationMs={message.reasoningMs}
        />
      )}
      <ToolPanel messageId={messageId} calls={message.toolCalls} />
      {isWaiting && <Processing />}
      {text !== '' && <ReplyText text={text} streaming={streaming} />}
      {isDrawing && <PicturePlace />}
      {imageUrl !== undefined && (
        <Suspense fallback={<PicturePlace />}>
          <ReplyPicture key={imageUrl.split('?')[0]} url={imageUrl} prompt={message.imagePrompt} />
        </Suspense>
      )}
      {failed && <FailedEnd message={message} onRetry={onRetry} />}
      {(message.status === 'stopped' || message.isCut) && (
        <EarlyEnd message={message} hasAnswer={text !== '' || imageUrl !== undefined} />
      )}
      {isLast && onContinue && canBeContinued(message) && <ContinueButton onContinue={onContinue} />}
      {!streaming && (
        <ReplyActions
          message={message}
          isLast={isLast}
          canRetry={!failed && onRetry !== undefined}
          onRetry={() => onRetry?.()}
        >
          {!failed && onRetryOtherwise && message.mode !== 'image' && (
            <Suspense>
              <RetryMenu mode={message.mode} onRetry={onRetryOtherwise} />
            </Suspense>
          )}
          <MessageVersions conversationId={conversationId} message={message} />
        </ReplyActions>
      )}
    </div>
  );
}

function isDrawingNow({ name, status }: NonNullable<Message['toolCalls']>[number]): boolean {
  return name === 'image_generation' && status === 'starting';
}
