import { plural, t } from '@parley/core';
import { useEffect, useState } from 'react';
import { QueuedIcon } from '../../../../kit/icons/icons.ts';
import { CollapsibleText } from '../../../../kit/text/collapsible-text.tsx';
import { Icon } from '../../../../kit/icons/icon.tsx';
import { Question } from '../../../../kit/reply/question.tsx';
import { queuePause } from '../../../../stores/chat/send/queue/queue-pause.ts';
import { useChat, useReach } from '../../../../stores/client.ts';
import { questionText } from '../user-message/question-text.ts';

const PAUSED = {
  failed: t`The reply failed, so your messages are waiting. Press Send now to go on.`,
  stopped: t`You stopped the reply, so your messages are waiting. Press Send now to go on.`,
  held: t`Your messages are waiting. Press Send now to go on.`,
};

interface QueuedMessagesProps {
  conversationId: string;
  /** Called when a message is back in the draft. */
  onTakenBack: () => void;
}

/** Messages queued while disconnected or during a reply, below the thread. */
export function QueuedMessages({ conversationId, onTakenBack }: QueuedMessagesProps) {
  const questions = useChat((chat) => chat.queued[conversationId]) ?? [];
  const isReplying = useChat((chat) => chat.threads[conversationId]?.reply != null);
  const pause = useChat((chat) => queuePause(chat, conversationId));
  const unqueue = useChat((chat) => chat.unqueueMessage);
  const sendNow = useChat((chat) => chat.sendNow);
  const reach = useReach();
  const isOnHold = isReplying || pause !== null;
  const state = isReplying ? t`Waiting for the reply` : pause ? t`Paused` : t`Waiting to be sent`;
  // Screen readers announce changes of a status, so it is empty at first.
  const [words, setWords] = useState('');
  const news = pause ? PAUSED[pause] : waitingWords(isReplying, questions.length);
  useEffect(() => setWords(news), [news]);
  return (
    <>
      <p role="status" className="sr-only">
        {words}
      </p>
      {pause && (
        <div className="px-6 pt-5 max-md:px-4">
          <p className="mx-auto w-full max-w-(--column) text-end text-sm text-muted">{PAUSED[pause]}</p>
        </div>
      )}
      <ul aria-label={t`Waiting to be sent`}>
        {questions.map(({ clientMessageId, text, attachments }) => (
          <li key={clientMessageId} data-waiting className="px-6 pt-5 pb-1 max-md:px-4">
            <div className="mx-auto flex w-full max-w-(--column) flex-col items-end gap-1">
              <div className="max-w-[min(85%,33rem)] rounded-lg opacity-75 outline-1 outline-edge outline-dashed max-md:max-w-[88%]">
                <Question>
                  <CollapsibleText text={questionText({ text, attachments })} />
                </Question>
              </div>
              <p className="flex flex-wrap items-center justify-end gap-1.5 text-sm text-subtle">
                <Icon icon={QueuedIcon} size="xs" />
                <span>{state}</span>
                <QueueButton
                  onClick={() => {
                    unqueue(conversationId, clientMessageId);
                    onTakenBack();
                  }}
                >
                  {isOnHold ? t`Take back` : t`Cancel`}
                </QueueButton>
                {isOnHold && reach === 'reached' && (
                  <QueueButton onClick={() => void sendNow(conversationId, clientMessageId)}>{t`Send now`}</QueueButton>
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function waitingWords(isReplying: boolean, count: number): string {
  return isReplying
    ? plural(count)`Waiting for the reply: ${count} message.|Waiting for the reply: ${count} messages.`
    : plural(count)`Waiting to be sent: ${count} message.|Waiting to be sent: ${count} messages.`;
}

function QueueButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-6 rounded-sm px-1.5 text-accent-text underline underline-offset-2 hover:bg-hover touch:min-h-10"
    >
      {children}
    </button>
  );
}
