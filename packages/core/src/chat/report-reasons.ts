/** Why readers report a shared page, as they choose it. */
export const REPORT_REASONS = {
  illegal: 'It breaks the law',
  harassment: 'It threatens or harasses someone',
  privacy: 'It shows private information',
  scam: 'It’s spam or a scam',
  copyright: 'It uses a work without permission',
  other: 'Something else',
} as const;

export type ReportReason = keyof typeof REPORT_REASONS;
