import { receivedText, type Message } from '@parley/core';
import { useRef } from 'react';
import { Processing } from '../../../kit/reply/processing.tsx';
import { Reasoning } from '../../../kit/reply/reasoning.tsx';
import { ReplyActions } from '../../../kit/reply/reply-actions.tsx';
import { ReplyText } from '../../../kit/reply/reply-text.tsx';
import { SampleQuestion } from '../sample-question.tsx';
import { delayBefore, lengthOf, play } from './play.ts';
import { SCRIPT } from './script.ts';
import { useSteps } from './use-steps.ts';
import './sample.css';

const LENGTH = lengthOf(SCRIPT);
const delay = (step: number) => delayBefore(SCRIPT, step);

/** Two replies that stream on the landing page, rendered by the chat's own components. */
export function Sample() {
  const place = useRef<HTMLDivElement>(null);
  const { steps, again } = useSteps(place, LENGTH, delay);
  const turns = play(SCRIPT, Math.max(1, steps));
  return (
    <div ref={place} className="sample" data-busy={steps < LENGTH ? '' : undefined}>
      {turns.map(({ question, reply }, index) => (
        <div key={question.id} className="not-first:mt-8">
          <SampleQuestion text={question.text} />
          <div className="mt-6">
            <Reply message={reply} isFirst={index === 0} onAgain={again} />
          </div>
        </div>
      ))}
    </div>
  );
}

interface ReplyProps {
  message: Message;
  isFirst: boolean;
  onAgain: () => void;
}

function Reply({ message, isFirst, onAgain }: ReplyProps) {
  const isStreaming = message.status === 'streaming';
  const text = receivedText(message);
  const reasoning = message.reasoningContent ?? '';
  const isReasoning = message.isReasoningStreaming === true;
  return (
    <div className="group/reply">
      {/* It folds when the answer begins, so that the whole conversation fits its frame. */}
      {reasoning !== '' && (
        <Reasoning
          key={String(isReasoning)}
          text={reasoning}
          live={isStreaming && isReasoning}
          startsOpen={isReasoning}
        />
      )}
      {text === '' && isStreaming && !isReasoning && <Processing />}
      {text !== '' && <ReplyText text={text} streaming={isStreaming} />}
      {isFirst && !isStreaming && <ReplyActions message={message} isLast canRetry onRetry={onAgain} />}
    </div>
  );
}
