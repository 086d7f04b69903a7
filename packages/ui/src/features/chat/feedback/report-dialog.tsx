import { MAX_FEEDBACK_COMMENT, REPLY_REPORT_REASONS, type ReplyReportReason, t } from '@parley/core';
import { useEffect, useState } from 'react';
import type { Rated } from '../../../api/calls/feedback-calls.ts';
import { Button } from '../../../kit/controls/button.tsx';
import { ProblemLine } from '../../../kit/notices/problem-line.tsx';
import { Dialog } from '../../../kit/overlays/dialog.tsx';
import { useClient } from '../../../stores/client.ts';
import { ignoreNotFound } from '../../../stores/ignore-not-found.ts';
import { addEarlier, NOTHING_SAID, SaidFields } from './said-fields.tsx';
import { useFeedbackCalls } from './use-feedback-calls.ts';
import '../../../kit/all-utilities.css';

const REASONS = Object.entries(REPLY_REPORT_REASONS) as [ReplyReportReason, string][];

interface ReportDialogProps {
  reported: Rated;
  /** Finds what gets the focus afterwards. */
  returnsTo: () => HTMLElement | null;
  onClose: () => void;
}

/** Reports a reply to the operator when it is sent, and shows an earlier report to change or take back. Loaded lazily. */
export function ReportDialog({ reported: { conversationId, messageId }, returnsTo, onClose }: ReportDialogProps) {
  const { productName } = useClient().platform.settings;
  const [said, setSaid] = useState(NOTHING_SAID);
  const [state, setState] = useState<'new' | 'reported' | 'sent'>('new');
  const { call, problem, isBusy } = useFeedbackCalls();
  useEffect(() => {
    void call(async (calls) => {
      const before = await calls.find({ conversationId, messageId });
      if (before?.rating !== 'report') return;
      setSaid((now) => addEarlier(now, before));
      setState('reported');
    });
  }, [call, conversationId, messageId]);

  const send = async () => {
    const { reasons, comment, sendsWords } = said;
    const body = { rating: 'report', reasons, comment, sendsWords } as const;
    if (await call((calls) => calls.put({ conversationId, messageId }, body))) setState('sent');
  };
  const takeBack = async () => {
    if (await call((calls) => calls.takeBack({ conversationId, messageId }).catch(ignoreNotFound))) onClose();
  };

  if (state === 'sent') {
    return (
      <Dialog title={t`Thanks for your report`} returnsTo={returnsTo} onClose={onClose}>
        <p
          role="status"
          className="mt-2 text-pretty text-muted"
        >{t`The people who run ${productName} will look at it. To change it or take it back, choose Report again.`}</p>
        <div className="mt-5 flex justify-end">
          <Button onClick={onClose}>{t`Done`}</Button>
        </div>
      </Dialog>
    );
  }
  const canSend = said.reasons.length > 0 && said.comment.length <= MAX_FEEDBACK_COMMENT;
  return (
    <Dialog
      title={state === 'reported' ? t`You reported this reply` : t`Report this reply`}
      returnsTo={returnsTo}
      onClose={onClose}
    >
      <p className="mt-2 text-pretty text-muted">{t`What’s wrong with it? Choose at least one reason.`}</p>
      <SaidFields reasons={REASONS} said={said} onChange={setSaid} />
      {problem !== null && <ProblemLine>{problem}</ProblemLine>}
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        {state === 'reported' && (
          <Button
            variant="quiet-danger"
            disabled={isBusy}
            onClick={() => void takeBack()}
          >{t`Take back report`}</Button>
        )}
        <Button disabled={isBusy || !canSend} onClick={() => void send()}>
          {isBusy ? t`Processing...` : t`Send report`}
        </Button>
      </div>
    </Dialog>
  );
}
