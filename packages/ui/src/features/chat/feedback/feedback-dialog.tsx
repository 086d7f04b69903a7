import { FEEDBACK_REASONS, MAX_FEEDBACK_COMMENT, REASON_WORDS, type Rating, t } from '@parley/core';
import { useEffect, useState } from 'react';
import type { Rated } from '../../../api/calls/feedback-calls.ts';
import { Button } from '../../../kit/controls/button.tsx';
import { ProblemLine } from '../../../kit/notices/problem-line.tsx';
import { Dialog } from '../../../kit/overlays/dialog.tsx';
import { ignoreNotFound } from '../../../stores/ignore-not-found.ts';
import { ReportDialog } from './report-dialog.tsx';
import { addEarlier, NOTHING_SAID, SaidFields } from './said-fields.tsx';
import { useFeedbackCalls } from './use-feedback-calls.ts';
import '../../../kit/all-utilities.css';

interface FeedbackDialogProps {
  rated: Rated;
  rating: Rating;
  /** Finds what gets the focus afterwards. */
  returnsTo: () => HTMLElement | null;
  onClose: () => void;
}

/** Stores a rating at once, and offers to say more about it or to take it back. Loaded lazily. */
export function FeedbackDialog({ rated, rating, returnsTo, onClose }: FeedbackDialogProps) {
  const { conversationId, messageId } = rated;
  const [isReported, setReported] = useState(false);
  const [said, setSaid] = useState(NOTHING_SAID);
  const { call, problem, isBusy } = useFeedbackCalls();
  useEffect(() => {
    void call(async (calls) => {
      const before = await calls.find({ conversationId, messageId });
      if (before?.rating === 'report') setReported(true);
      else if (before?.rating === rating) setSaid((now) => addEarlier(now, before));
      else await calls.put({ conversationId, messageId }, { rating });
    });
  }, [call, conversationId, messageId, rating]);

  const send = async () => {
    const { reasons, comment, sendsWords } = said;
    const body = { rating, reasons, comment, sendsWords };
    if (await call((calls) => calls.put({ conversationId, messageId }, body))) onClose();
  };
  const takeBack = async () => {
    if (await call((calls) => calls.takeBack({ conversationId, messageId }).catch(ignoreNotFound))) onClose();
  };

  // A report can be taken back, but not rated away.
  if (isReported) return <ReportDialog reported={rated} returnsTo={returnsTo} onClose={onClose} />;
  return (
    <Dialog title={rating === 'good' ? t`What was good?` : t`What was wrong?`} returnsTo={returnsTo} onClose={onClose}>
      <p className="mt-2 text-pretty text-muted">{t`Thanks for rating this reply. You can say more, if you like.`}</p>
      <SaidFields
        reasons={FEEDBACK_REASONS.map((reason) => [reason, REASON_WORDS[rating][reason]] as const)}
        said={said}
        onChange={setSaid}
      />
      {problem !== null && <ProblemLine>{problem}</ProblemLine>}
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button variant="quiet-danger" disabled={isBusy} onClick={() => void takeBack()}>{t`Take back rating`}</Button>
        <Button disabled={isBusy || said.comment.length > MAX_FEEDBACK_COMMENT} onClick={() => void send()}>
          {isBusy ? t`Processing...` : t`Send`}
        </Button>
      </div>
    </Dialog>
  );
}
