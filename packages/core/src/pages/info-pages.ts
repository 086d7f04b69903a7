/** The pages that say what the product is and how it is doing: open to everyone, each from one content file. */
export const INFO_PAGES = [
  { id: 'help', label: 'Help' },
  { id: 'api', label: 'API' },
  { id: 'contact', label: 'Contact' },
  { id: 'status', label: 'Status' },
  { id: 'privacy', label: 'Privacy' },
  { id: 'terms', label: 'Terms' },
  { id: 'cookies', label: 'Cookies' },
  { id: 'accessibility', label: 'Accessibility' },
  { id: 'ios', label: 'iOS app' },
] as const;

export type InfoPageId = (typeof INFO_PAGES)[number]['id'];
