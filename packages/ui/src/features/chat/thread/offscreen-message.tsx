import { receivedText, type Message } from '@parley/core';
import { questionText } from './question-text.ts';

/** A turn far from the view: its words, for whoever searches the page or listens to it, without what sets them. */
export function OffscreenMessage({ message }: { message: Message }) {
  return message.isUser ? (
    <p data-question className="ml-auto w-fit max-w-[min(85%,33rem)] px-4 py-2.5 text-body as-written">
      {questionText(message)}
    </p>
  ) : (
    <p className="max-w-(--measure) text-body as-written">{receivedText(message)}</p>
  );
}
