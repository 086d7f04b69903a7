import { receivedText, type Message } from '@parley/core';
import { ProblemIcon, RetryIcon } from '../../../../kit/icons/icons.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Icon } from '../../../../kit/icons/icon.tsx';

interface FailedEndProps {
  message: Message;
  onRetry: (() => void) | undefined;
}

/** Shows why a reply failed, and a retry button. The partial text stays above it. */
export function FailedEnd({ message, onRetry }: FailedEndProps) {
  return (
    <div
      className={`flex max-w-(--measure) items-start gap-3 rounded-lg bg-danger-soft py-3 pr-3 pl-4 text-note text-danger ${receivedText(message) === '' ? '' : 'mt-4'}`}
    >
      <Icon icon={ProblemIcon} className="mt-[3px]" />
      <p className="min-w-0 flex-1 wrap-anywhere">Error: {message.error}</p>
      {onRetry && (
        <Button variant="outlined-danger" size="sm" aria-label="Retry generation" className="-my-1" onClick={onRetry}>
          <Icon icon={RetryIcon} size="sm" />
          Retry
        </Button>
      )}
    </div>
  );
}

/** Says why a reply that did not fail is not whole. */
export function EarlyEnd({ message, hasAnswer }: { message: Message; hasAnswer: boolean }) {
  const why = message.status === 'stopped' ? 'You stopped this reply.' : 'This reply reached its length limit.';
  return <p className={`text-sm text-subtle ${hasAnswer ? 'mt-3' : ''}`}>{why}</p>;
}

export function ContinueButton({ onContinue }: { onContinue: () => void }) {
  return (
    <Button variant="secondary" size="sm" className="mt-3" onClick={onContinue}>
      Continue
    </Button>
  );
}
