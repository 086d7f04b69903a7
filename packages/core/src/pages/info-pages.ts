import { t } from '../language/translate.ts';

/** The pages that say what the product is and how it is doing: open to everyone, each from one content file. */
export const INFO_PAGES = [
  { id: 'help', label: t`Help` },
  { id: 'api', label: t`API` },
  { id: 'contact', label: t`Contact` },
  { id: 'status', label: t`Status` },
  { id: 'privacy', label: t`Privacy` },
  { id: 'terms', label: t`Terms` },
  { id: 'cookies', label: t`Cookies` },
  { id: 'accessibility', label: t`Accessibility` },
  { id: 'ios', label: t`iOS app` },
] as const;

export type InfoPageId = (typeof INFO_PAGES)[number]['id'];
