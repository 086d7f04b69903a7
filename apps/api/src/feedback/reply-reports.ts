import { Router } from 'express';
import {
  AppError,
  MAX_LISTED_REPORTS,
  REPLY_REPORT_REASONS,
  t,
  type ReplyReport,
  type ReplyReportReason,
  type ReplyReportsResponse,
} from '@parley/core';
import type { Audit } from '../admin/people/audit.ts';
import { signedIn } from '../auth/authenticate.ts';
import { knownId } from '../chat/known-id.ts';
import type { FeedbackRecord, FeedbackStore } from '../storage/storage.ts';
import { PERIOD_MS, presentSaid } from './feedback-report.ts';

const GONE = t`This report was changed or taken back. Look at the list again.`;

interface ReplyReportDependencies {
  feedback: FeedbackStore;
  audit: Pick<Audit, 'begin'>;
  now: () => number;
}

/** Mounted at /api/admin/reply-reports: what users reported, for all staff. */
export function replyReportRoutes({ feedback, audit, now }: ReplyReportDependencies): Router {
  const router = Router();

  router.get('/', async (_req, res) => {
    res.json(await readReplyReports(feedback, now()));
  });

  router.post('/:reportId/done', async (req, res) => {
    const details = { report: knownId(req.params.reportId) };
    const end = await audit.begin(signedIn(res).user, 'report-done', details);
    const isKnown = await feedback.finishReport(details.report, now()).catch(async (error: unknown) => {
      await end('failed', details);
      throw error;
    });
    await end(isKnown ? 'done' : 'failed', details);
    if (!isKnown) throw new AppError('not-found', { message: GONE });
    res.json({ success: true });
  });

  return router;
}

async function readReplyReports(store: FeedbackStore, now: number): Promise<ReplyReportsResponse> {
  const { count, newest } = await store.openReports(MAX_LISTED_REPORTS);
  const reported = (await store.groups(now - PERIOD_MS)).filter(({ rating }) => rating === 'report');
  const reasons = (Object.keys(REPLY_REPORT_REASONS) as ReplyReportReason[]).map((reason) => ({
    reason,
    count: reported.filter((group) => group.reasons.includes(reason)).reduce((sum, group) => sum + group.count, 0),
  }));
  return {
    success: true,
    open: count,
    reasons: reasons.filter((each) => each.count > 0).toSorted((a, b) => b.count - a.count),
    reports: newest.map(presentReport),
  };
}

/** A report without its user. */
function presentReport(record: FeedbackRecord): ReplyReport {
  return { id: record.reportId ?? '', reasons: record.reasons as ReplyReportReason[], ...presentSaid(record) };
}
