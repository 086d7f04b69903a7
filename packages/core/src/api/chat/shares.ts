import { z } from 'zod';
import { REPORT_REASONS, type ReportReason } from '../../chat/report-reasons.ts';
import { SHARE_DAYS } from '../../chat/shared-conversation.ts';
import { Success, Time } from '../response.ts';

const OptionalFlag = z.boolean().default(false);
/** PUT /api/shares/{shareId}: makes the copy again from the branch that is shown now, under the same address. */
export const ShareOptions = z.object({
  hasReasoning: OptionalFlag.describe('Whether readers see the reasoning of replies.'),
  hasAttachments: OptionalFlag.describe('Whether readers see the files that the user attached.'),
  expiresInDays: z
    .exactOptional(z.literal(SHARE_DAYS).nullable())
    .describe('From now on; null for never. Absent: as before, and never for a new link.'),
});
export type ShareOptions = z.infer<typeof ShareOptions>;

/** A link under which anyone can read a copy of a conversation. */
export const Share = z.object({
  id: z.string(),
  conversationId: z.string(),
  url: z.string().nullable().describe('Null if the server’s secret has changed since: the link still works.'),
  title: z.string(),
  messageCount: z.number(),
  hasReasoning: z.boolean(),
  hasAttachments: z.boolean(),
  createdAt: Time,
  updatedAt: Time.describe('When the copy was made: later messages are not in it.'),
  expiresAt: Time.nullable(),
});
export type Share = z.infer<typeof Share>;

/** POST /api/shares: the same `id` again changes nothing. */
export const NewShare = ShareOptions.extend({
  id: z.uuid().describe('Made by the client.'),
  conversationId: z.uuid(),
});
export type NewShare = z.input<typeof NewShare>;

export const ShareResponse = Success.extend({ share: Share });
export type ShareResponse = z.infer<typeof ShareResponse>;

/** GET /api/shares */
export const SharesResponse = Success.extend({
  shares: z.array(Share).describe('All of them, newest first, expired ones included.'),
});
export type SharesResponse = z.infer<typeof SharesResponse>;

const Token = z.string().min(1).max(200);

/** POST /api/shares/copies */
export const ShareCopyRequest = z.object({ token: Token.describe('The last part of the link.') });
export type ShareCopyRequest = z.infer<typeof ShareCopyRequest>;

export const ShareCopyResponse = Success.extend({ conversationId: z.string() });
export type ShareCopyResponse = z.infer<typeof ShareCopyResponse>;

/** POST /api/admin/take-down */
export const TakeDownRequest = z.object({ url: z.string().min(1).max(2000).describe('The address of a shared page.') });
export type TakeDownRequest = z.infer<typeof TakeDownRequest>;

const Reason = z.enum(Object.keys(REPORT_REASONS) as [ReportReason, ...ReportReason[]]);

/** POST /api/shares/reports */
export const ReportRequest = z.object({
  token: Token.describe('The last part of the link.'),
  reason: Reason,
});
export type ReportRequest = z.infer<typeof ReportRequest>;

/** A shared page that readers reported, without any of its words. */
export const ReportedPage = z.object({
  id: z.string(),
  url: z.string().nullable().describe('Null if the server’s secret has changed since.'),
  sharedAt: Time.describe('When its copy was made.'),
  reportedAt: Time.describe('When it was last reported.'),
  reasons: z.array(z.object({ reason: Reason, count: z.number() })).describe('Most frequent first.'),
});
export type ReportedPage = z.infer<typeof ReportedPage>;

/** GET /api/admin/reports */
export const ReportsResponse = Success.extend({
  reports: z.array(ReportedPage).describe('Reported last first, at most 50.'),
});
export type ReportsResponse = z.infer<typeof ReportsResponse>;
