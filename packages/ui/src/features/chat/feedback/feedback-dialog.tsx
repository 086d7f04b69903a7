import {
  FEEDBACK_REASONS,
  MAX_FEEDBACK_COMMENT,
  REASON_WORDS,
  type Feedback,
  type FeedbackReason,
  type Rating,
} from '@parley/core';
import { useCallback, useEffect, useState } from 'react';
import type { Rated } from '../../../api/feedback-calls.ts';
import { Button } from '../../../kit/controls/button.tsx';
import { Checkbox } from '../../../kit/controls/checkbox.tsx';
import { TextArea } from '../../../kit/controls/text-area.tsx';
import { ProblemLine } from '../../../kit/notices/problem-line.tsx';
import { Dialog } from '../../../kit/overlays/dialog.tsx';
import { useClient } from '../../../stores/client.ts';
import { problemText } from '../../../stores/problem-text.ts';
import '../../../kit/all-utilities.css';

interface FeedbackDialogProps {
  rated: Rated;
  rating: Rating;
  onClose: () => void;
}

/** Stores a rating at once, and offers to say more about it or to take it back. Loaded lazily. */
export function FeedbackDialog({ rated: { conversationId, messageId }, rating, onClose }: FeedbackDialogProps) {
  const { api, platform } = useClient();
  const [said, setSaid] = useState<Omit<Feedback, 'rating'>>({ reasons: [], comment: '', sendsWords: false });
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(true);
  const call = useCallback(
    async (work: (calls: Awaited<ReturnType<typeof api.feedback>>) => Promise<void>) => {
      setBusy(true);
      setProblem(null);
      try {
        await work(await api.feedback());
        return true;
      } catch (error) {
        setProblem(problemText(error));
        return false;
      } finally {
        setBusy(false);
      }
    },
    [api],
  );
  useEffect(() => {
    void call(async (calls) => {
      const before = await calls.find({ conversationId, messageId });
      if (before?.rating === rating) setSaid(before);
      else await calls.put({ conversationId, messageId }, { rating });
    });
  }, [call, conversationId, messageId, rating]);

  const send = async () => {
    const { reasons, comment, sendsWords } = said;
    const body = { rating, reasons, comment, sendsWords };
    if (await call((calls) => calls.put({ conversationId, messageId }, body))) onClose();
  };
  const takeBack = async () => {
    if (await call((calls) => calls.takeBack({ conversationId, messageId }))) onClose();
  };
  const choose = (reason: FeedbackReason, isOn: boolean) =>
    setSaid({
      ...said,
      reasons: FEEDBACK_REASONS.filter((each) => (each === reason ? isOn : said.reasons.includes(each))),
    });

  return (
    <Dialog title={rating === 'good' ? 'What was good?' : 'What was wrong?'} onClose={onClose}>
      <p className="mt-2 text-pretty text-muted">Thanks for rating this reply. You can say more, if you like.</p>
      <div role="group" aria-label="Reasons" className="mt-3 mb-2">
        {FEEDBACK_REASONS.map((reason) => (
          <Checkbox
            key={reason}
            label={REASON_WORDS[rating][reason]}
            isOn={said.reasons.includes(reason)}
            onChange={(isOn) => choose(reason, isOn)}
          />
        ))}
      </div>
      <TextArea
        label="In a sentence (optional)"
        value={said.comment}
        limit={MAX_FEEDBACK_COMMENT}
        onChange={({ target }) => setSaid({ ...said, comment: target.value })}
      />
      <Checkbox
        label="Send the question and the reply along"
        isOn={said.sendsWords}
        onChange={(sendsWords) => setSaid({ ...said, sendsWords })}
      />
      <p className="text-sm text-pretty text-subtle">
        The people who run {platform.settings.productName} read what you send, without your name.
      </p>
      {problem !== null && <ProblemLine>{problem}</ProblemLine>}
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button variant="quiet-danger" disabled={isBusy} onClick={() => void takeBack()}>
          Take back rating
        </Button>
        <Button disabled={isBusy || said.comment.length > MAX_FEEDBACK_COMMENT} onClick={() => void send()}>
          {isBusy ? 'Processing...' : 'Send'}
        </Button>
      </div>
    </Dialog>
  );
}
