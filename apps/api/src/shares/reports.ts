import { AppError, MAX_LISTED_REPORTS, t, type ReportedPage, type ReportReason } from '@parley/core';
import type { ShareRecord, ShareStore } from '../storage/storage.ts';
import type { ShareTokens } from './share-tokens.ts';

interface ReportDependencies {
  shares: Pick<ShareStore, 'report' | 'reported' | 'dismissReports' | 'takeDown'>;
  tokens: Pick<ShareTokens, 'hash'>;
  /** Null if it is unknown. */
  urlOf: (share: ShareRecord) => string | null;
  now: () => number;
}

const SETTLED = t`This page was taken down, or its reports were dismissed. Look at the list again.`;

/** Reports of shared pages by their readers, for the operator. The id of a report is the hash of the page's token. */
export function createReports({ shares, tokens, urlOf, now }: ReportDependencies) {
  return {
    /** Counts a report of the page with this token. Throws `not-found`. */
    async add(token: string, reason: ReportReason): Promise<void> {
      if (!(await shares.report(tokens.hash(token), reason, now()))) throw new AppError('not-found');
    },

    /** Pages with open reports, reported last first, without any words of their conversations. */
    async list(): Promise<ReportedPage[]> {
      return (await shares.reported(now(), MAX_LISTED_REPORTS)).map((share) => ({
        id: share.tokenHash,
        url: urlOf(share),
        sharedAt: new Date(share.updatedAt).toISOString(),
        reportedAt: new Date(share.reportedAt ?? 0).toISOString(),
        reasons: (Object.entries(share.reports) as [ReportReason, number][])
          .map(([reason, count]) => ({ reason, count }))
          .sort((a, b) => b.count - a.count),
      }));
    },

    /** Removes the reports of a page, which stays. Throws `not-found`. */
    async dismiss(id: string): Promise<void> {
      if (!(await shares.dismissReports(id))) throw new AppError('not-found', { message: SETTLED });
    },

    /** Removes a reported page. Throws `not-found`. */
    async takeDown(id: string): Promise<void> {
      if ((await shares.takeDown(id)) === null) throw new AppError('not-found', { message: SETTLED });
    },
  };
}
