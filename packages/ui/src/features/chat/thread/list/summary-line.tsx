import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../../kit/controls/button.tsx';
import { holdView } from '../../../../kit/reply/hold-view.ts';

/** Marks the point from which the model reads the conversation in full, and shows what it knows of the rest. */
export function SummaryLine({ summary }: { summary: string | null }) {
  const [isOpen, setOpen] = useState(false);
  const bodyId = useId();
  return (
    <div className="mt-10 border-t border-line pt-2 text-sm text-subtle">
      <div className="flex items-center justify-between gap-3">
        <p>
          {summary === null
            ? 'The assistant can’t see the messages above. This conversation is too long for it.'
            : 'The assistant remembers the messages above as a summary.'}
        </p>
        {summary !== null && (
          <Button
            variant="quiet"
            size="sm"
            aria-expanded={isOpen}
            aria-controls={bodyId}
            aria-label={isOpen ? 'Hide summary' : 'Show summary'}
            onClick={({ currentTarget }) => holdView(currentTarget, () => flushSync(() => setOpen(!isOpen)))}
          >
            {isOpen ? 'Hide' : 'Show'}
          </Button>
        )}
      </div>
      <p id={bodyId} hidden={!isOpen} className="mt-2 max-w-(--measure) text-note as-written text-muted">
        {summary}
      </p>
    </div>
  );
}
