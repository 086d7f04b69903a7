import {
  AppError,
  type Feedback,
  type FeedbackReport,
  type FeedbackRequest,
  type ReplyReportsResponse,
  type ShapeOf,
} from '@parley/core';
import type { Read } from '../create-transport.ts';

/** The reply that is rated or reported. */
export interface Rated {
  conversationId: string;
  messageId: string;
}

const FEEDBACK: ShapeOf<Feedback> = { rating: '', reasons: [''], comment: '', sendsWords: false };
const ORIGIN = { mode: '', version: '' } as const;
const REPORT: ShapeOf<Pick<FeedbackReport, 'counts' | 'notes'>> = {
  counts: [{ ...ORIGIN, good: 0, bad: 0, reasons: [{ reason: '', good: 0, bad: 0 }] }],
  notes: [{ ...ORIGIN, rating: '', reasons: [''], comment: '', createdAt: '' }],
};

export type ReplyReports = Omit<ReplyReportsResponse, 'success'>;
const REPLY_REPORTS: ShapeOf<ReplyReports> = {
  reasons: [{ reason: '', count: 0 }],
  reports: [{ ...ORIGIN, id: '', reasons: [''], comment: '', createdAt: '' }],
  open: 0,
};

export type FeedbackCalls = Pick<ReturnType<typeof createFeedbackCalls>, 'find' | 'put' | 'takeBack'>;

/** The calls about ratings and reports of replies, loaded with the first of them. Rejects as the API client does. */
export function createFeedbackCalls(read: Read) {
  const path = ({ conversationId, messageId }: Rated): string =>
    `/api/feedback/${[conversationId, messageId].map(encodeURIComponent).join('/')}`;
  return {
    /** Null when the user has neither rated nor reported this reply. */
    async find(rated: Rated): Promise<Feedback | null> {
      try {
        return (await read<{ feedback: Feedback }>({ feedback: FEEDBACK }, path(rated))).feedback;
      } catch (error) {
        if (error instanceof AppError && error.code === 'not-found') return null;
        throw error;
      }
    },
    async put(rated: Rated, body: FeedbackRequest): Promise<void> {
      await read('success', path(rated), { method: 'PUT', body });
    },
    async takeBack(rated: Rated): Promise<void> {
      await read('success', path(rated), { method: 'DELETE' });
    },
    /** What users think of replies, for admins. */
    report: (): Promise<Pick<FeedbackReport, 'counts' | 'notes'>> => read(REPORT, '/api/admin/feedback'),
    /** What users reported, for staff. */
    replyReports: (): Promise<ReplyReports> => read(REPLY_REPORTS, '/api/admin/reply-reports'),
    /** Marks a report as done. Rejects with `not-found` if its user changed it or took it back. */
    async finishReport(id: string): Promise<void> {
      await read('success', `/api/admin/reply-reports/${encodeURIComponent(id)}/done`, { method: 'POST' });
    },
  };
}
