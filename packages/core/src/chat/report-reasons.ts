import { t } from '../language/translate.ts';

/** Why readers report a shared page, as they choose it. */
export const REPORT_REASONS = {
  illegal: t`It breaks the law`,
  harassment: t`It threatens or harasses someone`,
  privacy: t`It shows private information`,
  scam: t`It’s spam or a scam`,
  copyright: t`It uses a work without permission`,
  other: t`Something else`,
} as const;

export type ReportReason = keyof typeof REPORT_REASONS;
