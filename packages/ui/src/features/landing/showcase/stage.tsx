import { receivedText } from '@parley/core';
import { useCallback, useRef } from 'react';
import { PictureButton } from '../../../kit/reply/picture-button.tsx';
import { PicturePlace } from '../../../kit/reply/picture-place.tsx';
import { Processing } from '../../../kit/reply/processing.tsx';
import { Reasoning } from '../../../kit/reply/reasoning.tsx';
import { ReplyActions } from '../../../kit/reply/reply-actions.tsx';
import { ReplyText } from '../../../kit/reply/reply-text.tsx';
import { delayAfter, play, stepsOf } from './play.ts';
import type { Scene } from './scenes.ts';
import { SCRIPTS } from './scripts.ts';
import { useSteps } from './use-steps.ts';

/** Time to read a whole reply before the next scene, in milliseconds. */
const READING = 6000;

interface StageProps {
  scene: Scene;
  isPlaying: boolean;
  onAgain: () => void;
  /** Called once the reply is complete and there was time to read it. */
  onEnd: () => void;
}

/** The reply of a scene as it streams, rendered by the chat's own components. Loaded lazily. */
export function Stage({ scene, isPlaying, onAgain, onEnd }: StageProps) {
  const place = useRef<HTMLDivElement>(null);
  const events = SCRIPTS[scene.id];
  const count = stepsOf(events);
  const delay = useCallback(
    (steps: number) => (steps === count ? READING : delayAfter(events, steps)),
    [events, count],
  );
  const steps = useSteps(place, { count, delayAfter: delay, isPlaying, onEnd });
  const message = play(events, steps, scene.mode);
  const { imageUrl, imagePrompt = '', reasoningContent = '' } = message;
  const isStreaming = message.status === 'streaming';
  const isReasoning = message.isReasoningStreaming === true;
  const isDrawing = scene.mode === 'image' && imageUrl === undefined;
  const text = receivedText(message);
  return (
    <div ref={place} className="group/reply">
      {/* It folds when the answer begins, so that the whole conversation fits its frame. */}
      {reasoningContent !== '' && (
        <Reasoning
          key={String(isReasoning)}
          text={reasoningContent}
          live={isReasoning}
          durationMs={message.reasoningMs}
          startsOpen={isReasoning}
        />
      )}
      {isDrawing && <PicturePlace />}
      {isStreaming && text === '' && !isReasoning && !isDrawing && imageUrl === undefined && <Processing />}
      {text !== '' && <ReplyText text={text} streaming={isStreaming} />}
      {imageUrl !== undefined && (
        <figure className="max-w-75">
          <PictureButton src={imageUrl} alt={imagePrompt} width={300} height={300} pictureClassName="w-75" />
        </figure>
      )}
      {!isStreaming && <ReplyActions message={message} isLast showsSources canRetry onRetry={onAgain} />}
    </div>
  );
}
