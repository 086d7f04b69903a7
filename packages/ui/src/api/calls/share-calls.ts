import {
  textOrNull,
  type NewShare,
  type ReportedPage,
  type ReportReason,
  type Share,
  type ShapeOf,
  type ShareOptions,
} from '@parley/core';
import type { Call, Read } from '../create-transport.ts';

const SHARE: ShapeOf<Share> = { id: '', conversationId: '', url: textOrNull, title: '', expiresAt: textOrNull };
const REPORTED: ShapeOf<ReportedPage> = {
  id: '',
  url: textOrNull,
  reasons: [{ reason: (value) => String(value) as ReportReason, count: 0 }],
  reportedAt: '',
};
const SHARES = '/api/shares';
const REPORTS = '/api/admin/reports';

/** The calls about share links, loaded with the first of them. Rejects as the API client does. */
export function createShareCalls(read: Read) {
  const path = (id: string): string => `${SHARES}/${encodeURIComponent(id)}`;
  const share = async (at: string, call: Call) => (await read<{ share: Share }>({ share: SHARE }, at, call)).share;
  return {
    /** Newest first. */
    list: async (): Promise<Share[]> => (await read<{ shares: Share[] }>({ shares: [SHARE] }, SHARES)).shares,
    create: (body: NewShare): Promise<Share> => share(SHARES, { method: 'POST', body }),
    /** Copies the conversation again under the same address. */
    update: (id: string, body: Partial<ShareOptions>): Promise<Share> => share(path(id), { method: 'PUT', body }),
    async revoke(id: string): Promise<void> {
      await read('success', path(id), { method: 'DELETE' });
    },
    /** Copies a shared conversation into the account and returns the id of the copy. */
    async copy(token: string): Promise<string> {
      const call = { method: 'POST', body: { token } } as const;
      return (await read<{ conversationId: string }>({ conversationId: '' }, `${SHARES}/copies`, call)).conversationId;
    },
    /** Shared pages that readers reported, reported last first, for admins. */
    async reports(): Promise<ReportedPage[]> {
      const { reports } = await read<{ reports: ReportedPage[] }>({ reports: [REPORTED] }, REPORTS);
      return reports;
    },
    /** Removes the reports of a page, which stays, for admins. */
    async dismissReports(id: string): Promise<void> {
      await read('success', `${REPORTS}/${encodeURIComponent(id)}`, { method: 'DELETE' });
    },
    /** Removes a reported page, for admins. */
    async takeDownReported(id: string): Promise<void> {
      await read('success', `${REPORTS}/${encodeURIComponent(id)}/take-down`, { method: 'POST' });
    },
    /** Removes a shared page, for admins. */
    async takeDown(url: string): Promise<void> {
      await read('success', '/api/admin/take-down', { method: 'POST', body: { url } });
    },
  };
}
