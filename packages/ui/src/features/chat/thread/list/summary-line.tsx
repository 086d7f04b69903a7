import { t } from '@parley/core';
import { useId } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../../kit/controls/button.tsx';
import { useFold } from '../../../../kit/hooks/use-fold.ts';
import { holdView } from '../../../../kit/reply/hold-view.ts';
import { ReplyText } from '../../../../kit/reply/reply-text.tsx';
import { useChat } from '../../../../stores/client.ts';

interface SummaryLineProps {
  conversationId: string;
  /** Key of the message that the summary ends with. */
  messageId: string;
  /** What the model knows of the conversation up to this message; null if nothing. */
  summary: string | null;
}

/**
 * Marks the point from which the model reads the conversation in full. Shows nothing once a later summary includes it.
 */
export function SummaryLine({ conversationId, messageId, summary }: SummaryLineProps) {
  const isLatest = useChat(({ threads, messages }) => {
    const ids = threads[conversationId]?.messageIds ?? [];
    return !ids.slice(ids.indexOf(messageId) + 1).some((id) => messages[id]?.summary !== undefined);
  });
  return isLatest && <LatestSummary summary={summary} />;
}

function LatestSummary({ summary }: Pick<SummaryLineProps, 'summary'>) {
  const [isOpen, setOpen] = useFold(false);
  const bodyId = useId();
  return (
    <div className="mt-10 border-t border-edge pt-2 text-sm text-subtle">
      <div className="flex items-center justify-between gap-3">
        <p>
          {summary === null
            ? t`The assistant can’t see the messages above. This conversation is too long for it.`
            : t`The assistant remembers the messages above as a summary.`}
        </p>
        {summary !== null && (
          <Button
            variant="quiet"
            size="sm"
            aria-expanded={isOpen}
            aria-controls={bodyId}
            aria-label={isOpen ? t`Hide summary` : t`Show summary`}
            onClick={({ currentTarget }) => holdView(currentTarget, () => flushSync(() => setOpen(!isOpen)))}
          >
            {isOpen ? t`Hide` : t`Show`}
          </Button>
        )}
      </div>
      <div id={bodyId} hidden={!isOpen} className="mt-2 text-muted">
        <ReplyText text={summary ?? ''} streaming={false} />
      </div>
    </div>
  );
}
