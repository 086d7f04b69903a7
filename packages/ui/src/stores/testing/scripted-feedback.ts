import { AppError, type Feedback, type FeedbackReport, type FeedbackRequest } from '@parley/core';
import type { Rated, ReplyReports } from '../../api/calls/feedback-calls.ts';

/** The calls about ratings, answered from memory. `answer` records a call and may fail or delay it. */
export class ScriptedFeedback {
  readonly stored = new Map<string, Feedback>();
  counts: FeedbackReport['counts'] = [];
  notes: FeedbackReport['notes'] = [];
  reports: ReplyReports = { open: 0, reasons: [], reports: [] };
  readonly #answer: (call: string) => Promise<void>;

  constructor(answer: (call: string) => Promise<void>) {
    this.#answer = answer;
  }

  find = async ({ messageId }: Rated): Promise<Feedback | null> => {
    await this.#answer(`feedback ${messageId}`);
    return this.stored.get(messageId) ?? null;
  };
  put = async ({ messageId }: Rated, body: FeedbackRequest): Promise<void> => {
    await this.#answer(`rate ${messageId} ${JSON.stringify(body)}`);
    const { rating, reasons = [], comment = '', sendsWords = false } = body;
    this.stored.set(messageId, { rating, reasons, comment, sendsWords });
  };
  takeBack = async ({ messageId }: Rated): Promise<void> => {
    await this.#answer(`takeBack ${messageId}`);
    if (!this.stored.delete(messageId)) throw new AppError('not-found');
  };
  report = async () => {
    await this.#answer('feedbackReport');
    return { counts: this.counts, notes: this.notes };
  };
  replyReports = async () => {
    await this.#answer('replyReports');
    return this.reports;
  };
  finishReport = async (id: string): Promise<void> => {
    await this.#answer(`finishReport ${id}`);
    const { open, reasons, reports } = this.reports;
    this.reports = { open: open - 1, reasons, reports: reports.filter((report) => report.id !== id) };
  };
}
