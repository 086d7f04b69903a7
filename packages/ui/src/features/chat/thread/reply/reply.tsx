import { canBeContinued, receivedText, type Message } from '@parley/core';
import { Suspense, use } from 'react';
import { lazyPart } from '../../../../kit/lazy/lazy-part.tsx';
import { Processing } from '../../../../kit/reply/processing.tsx';
import { Reasoning } from '../../../../kit/reply/reasoning.tsx';
import { ReplyActions } from '../../../../kit/reply/reply-actions.tsx';
import { ReplyText } from '../../../../kit/reply/reply-text.tsx';
import { MessageTime } from '../../../../kit/text/message-time.tsx';
import { OpenPreviewContext } from '../../preview/open-preview-context.ts';
import { ToolPanel } from '../../tools/tool-panel.tsx';
import type { RetryOptions } from '../../../../stores/chat/stream/regenerate-reply.ts';
import { useChat } from '../../../../stores/client.ts';
import { useUnreadMarkers } from '../unread/unread-markers-context.ts';
import { ContinueButton, EarlyEnd, FailedEnd } from './reply-end.tsx';
import { PicturePlace } from '../../../../kit/reply/picture-place.tsx';
import { MoreOptions } from './more-options.tsx';
import { MessageVersions } from '../versions/message-versions.tsx';

/** Without this chunk, the memories are still in the settings. */
const ReplyMemories = lazyPart(
  'reply-memories',
  async () => (await import('./reply-memories.tsx')).ReplyMemories,
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
  const onPreview = use(OpenPreviewContext);
  const remembered = useChat((chat) => chat.memories[message.id]);
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
    <div ref={place} data-reply className="group/reply">
      {reasoning !== '' && (
        <Reasoning
          text={reasoning}
          live={streaming && message.isReasoningStreaming === true}
          durationMs={message.reasoningMs}
        />
      )}
      <ToolPanel messageId={messageId} calls={message.toolCalls} />
      {isWaiting && <Processing />}
      {text !== '' && <ReplyText text={text} streaming={streaming} onPreview={onPreview} />}
      {isDrawing && <PicturePlace />}
      {imageUrl !== undefined && (
        <Suspense fallback={<PicturePlace />}>
          <ReplyPicture key={imageUrl.split('?')[0]} url={imageUrl} prompt={message.imagePrompt} />
        </Suspense>
      )}
      {remembered && (
        <Suspense>
          <ReplyMemories memories={remembered} />
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
            <MoreOptions
              conversationId={conversationId}
              messageId={messageId}
              mode={message.mode}
              onRetry={onRetryOtherwise}
            />
          )}
          <MessageVersions conversationId={conversationId} message={message} />
          <MessageTime
            timestamp={message.timestamp}
            className="ms-1.5 opacity-0 transition-opacity group-focus-within/reply:opacity-100 group-hover/reply:opacity-100"
          />
        </ReplyActions>
      )}
    </div>
  );
}

function isDrawingNow({ name, status }: NonNullable<Message['toolCalls']>[number]): boolean {
  return name === 'image_generation' && status === 'starting';
}
