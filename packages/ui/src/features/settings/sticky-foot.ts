/** Classes of controls that stick to a dialog's lower edge, over its padding and above a phone's home indicator. */
export const STICKY_FOOT = [
  'sticky -bottom-6 -mx-2 -mb-6 flex flex-wrap justify-end gap-2 bg-raised px-2 py-3',
  'max-md:-bottom-[max(1.5rem,var(--safe-bottom))] max-md:-mb-[max(1.5rem,var(--safe-bottom))]',
  'max-md:pb-[max(0.75rem,var(--safe-bottom))]',
].join(' ');
