import { receivedText, type Message } from '@parley/core';
import { Pulse } from '../../../kit/caret.tsx';
import { Reasoning } from './reasoning.tsx';
import { ReplyActions } from './reply-actions.tsx';
import { FailedEnd, StoppedEnd } from './reply-end.tsx';
import { ReplyText } from './reply-text.tsx';

interface ReplyProps {
  message: Message;
  isLast: boolean;
  onRetry: () => void;
}

export function Reply({ message, isLast, onRetry }: ReplyProps) {
  const streaming = message.status === 'streaming';
  const text = receivedText(message);
  const reasoning = message.reasoningContent ?? '';
  const failed = message.status === 'failed' || message.status === 'interrupted';
  return (
    <div className="group">
      {reasoning !== '' && <Reasoning text={reasoning} live={streaming && message.isReasoningStreaming === true} />}
      {streaming && text === '' && !message.isReasoningStreaming && <Processing />}
      {text !== '' && <ReplyText text={text} streaming={streaming} />}
      {failed && <FailedEnd message={message} onRetry={onRetry} />}
      {message.status === 'stopped' && <StoppedEnd hasText={text !== ''} />}
      {!streaming && !failed && <ReplyActions message={message} isLast={isLast} onRetry={onRetry} />}
    </div>
  );
}

function Processing() {
  return (
    <p className="-ml-1.5 flex h-7 items-center gap-1.5 pl-1 text-ui text-muted">
      <span className="grid size-4 place-items-center">
        <Pulse />
      </span>
      Processing...
    </p>
  );
}
