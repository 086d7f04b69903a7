import { receivedText, type Message, t } from '@parley/core';
import { ProblemIcon, RetryIcon } from '../../../../kit/icons/icons.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { useToday } from '../../../../kit/hooks/use-today.ts';
import { Icon } from '../../../../kit/icons/icon.tsx';
import { formatRelativeTime } from '../../../../kit/text/format/format-relative-time.ts';
import { useChat } from '../../../../stores/client.ts';

interface FailedEndProps {
  message: Message;
  onRetry: (() => void) | undefined;
}

/** Shows why a reply failed, and a retry button. The partial text stays above it. */
export function FailedEnd({ message, onRetry }: FailedEndProps) {
  return (
    <div
      className={`flex max-w-(--measure) items-start gap-3 rounded-lg bg-danger-soft py-3 pe-3 ps-4 text-note text-danger ${receivedText(message) === '' ? '' : 'mt-4'}`}
    >
      <Icon icon={ProblemIcon} className="mt-[3px]" />
      <p className="min-w-0 flex-1 wrap-anywhere">{t`Error: ${message.error ?? ''}`}</p>
      {onRetry && (
        <Button
          variant="outlined-danger"
          size="sm"
          aria-label={t`Retry generation`}
          className="-my-1"
          onClick={onRetry}
        >
          <Icon icon={RetryIcon} size="sm" />
          {t`Retry`}
        </Button>
      )}
    </div>
  );
}

/** Says why a reply that did not fail is not whole. */
export function EarlyEnd({ message, hasAnswer }: { message: Message; hasAnswer: boolean }) {
  const why = message.status === 'stopped' ? t`You stopped this reply.` : t`This reply reached its length limit.`;
  return <p className={`text-sm text-subtle ${hasAnswer ? 'mt-3' : ''}`}>{why}</p>;
}

/** Continues a reply, which counts as a message. */
export function ContinueButton({ onContinue }: { onContinue: () => void }) {
  const today = useToday();
  const reset = useChat(({ usage }) => (usage?.isLimitReached ? usage.periodEnd : null));
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button variant="secondary" size="sm" disabled={reset !== null} onClick={onContinue}>{t`Continue`}</Button>
      {reset !== null && (
        <p className="text-sm text-subtle">{t`No messages left. Resets ${formatRelativeTime(reset, today)}.`}</p>
      )}
    </div>
  );
}
