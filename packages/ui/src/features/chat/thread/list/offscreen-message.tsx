import { receivedText, type Message } from '@parley/core';
import { questionText } from '../user-message/question-text.ts';

/** A message far from the view: plain text, for page search and screen readers. */
export function OffscreenMessage({ message }: { message: Message }) {
  return message.isUser ? (
    <p data-question className="ms-auto w-fit max-w-[min(85%,33rem)] px-4 py-2.5 text-body as-written">
      {questionText(message)}
    </p>
  ) : (
    <p className="max-w-(--measure) text-body as-written">{receivedText(message)}</p>
  );
}
