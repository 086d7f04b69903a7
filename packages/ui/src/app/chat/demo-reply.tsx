import { Suspense } from 'react';
import type { DemoReplyProps } from '../../features/onboarding/steps/demo-step.tsx';
import { lazyPart } from '../../kit/lazy/lazy-part.tsx';
import { Processing } from '../../kit/reply/processing.tsx';

// In the messages chunk: a chunk of its own would be one more that every chat loads.
const Reply = lazyPart(
  'messages',
  async () => (await import('../../features/chat/thread/list/message-list.tsx')).Reply,
);

/** A reply outside any conversation, rendered as in one. */
export function DemoReply({ message, onRetry }: DemoReplyProps) {
  return (
    <Suspense fallback={<Processing />}>
      <Reply
        conversationId=""
        messageId={message.id}
        message={message}
        isLast
        onRetry={onRetry}
        onContinue={undefined}
      />
    </Suspense>
  );
}
