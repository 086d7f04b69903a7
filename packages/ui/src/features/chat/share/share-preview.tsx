import { receivedText, shownTitle, type Message, type ShareOptions, t } from '@parley/core';
import type { ReactNode } from 'react';
import { Question } from '../../../kit/reply/question.tsx';
import { Reasoning } from '../../../kit/reply/reasoning.tsx';
import { ReplyText } from '../../../kit/reply/reply-text.tsx';
import type { Shareable } from './use-share.ts';

interface SharePreviewProps {
  shareable: Shareable;
  options: Pick<ShareOptions, 'hasReasoning' | 'hasAttachments'>;
}

/** What readers will see, at a smaller size. */
export function SharePreview({ shareable, options }: SharePreviewProps) {
  const { title, messages, hasMore } = shareable;
  return (
    <div
      role="group"
      aria-label={t`Preview`}
      tabIndex={0}
      className="mt-4 max-h-64 overflow-auto rounded-lg bg-surface p-4 [--focus-width:2.5px] [zoom:0.8] inset-shadow-edge"
    >
      <h3 dir="auto" className="text-xl font-strong tracking-tight wrap-anywhere">
        {shownTitle(title)}
      </h3>
      {hasMore && <p className="mt-1 text-sm text-subtle">{t`Earlier messages are shared, too.`}</p>}
      {messages.map((message) => (
        <div key={message.id} className="mt-6">
          {message.isUser ? (
            <PreviewedQuestion message={message} hasAttachments={options.hasAttachments} />
          ) : (
            <PreviewedReply message={message} hasReasoning={options.hasReasoning} />
          )}
        </div>
      ))}
    </div>
  );
}

function PreviewedQuestion({ message, hasAttachments }: { message: Message; hasAttachments: boolean }): ReactNode {
  const { text, attachments = [] } = message;
  return (
    <div className="flex flex-col items-end gap-2">
      {attachments.map(({ id, name }) => (
        <p key={id} className="max-w-full truncate text-sm text-subtle">
          {hasAttachments ? name : t`A file that isn’t shared`}
        </p>
      ))}
      {text !== '' && <Question>{text}</Question>}
    </div>
  );
}

function PreviewedReply({ message, hasReasoning }: { message: Message; hasReasoning: boolean }): ReactNode {
  const { reasoningContent = '', imageUrl, imagePrompt } = message;
  const text = receivedText(message);
  return (
    <>
      {hasReasoning && reasoningContent !== '' && (
        <Reasoning text={reasoningContent} live={false} durationMs={message.reasoningMs} startsOpen={false} />
      )}
      {text !== '' && <ReplyText text={text} streaming={false} />}
      {imageUrl !== undefined && (
        <img src={imageUrl} alt={imagePrompt ?? t`Generated image`} className="h-auto w-40 max-w-full rounded-lg" />
      )}
    </>
  );
}
