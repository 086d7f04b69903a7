const LETTERS =
  'M24.77 24.23q-1.42 0-2.52-.48-1.11-.47-1.75-1.42t-.64-2.36q0-1.22.46-2t1.24-1.25 1.79-.7 2.09-.36q1.33-.16 2.1-.27.77-.1 1.1-.33.33-.22.33-.71v-.11q0-.65-.32-1.14t-.92-.77-1.46-.28-1.5.28-1.03.76-.43 1.11h-3.07q.08-1.39.84-2.44.76-1.04 2.09-1.63 1.34-.59 3.16-.59 1.36 0 2.43.34 1.07.33 1.82.95.75.63 1.14 1.51t.39 1.97V24H29v-2.01h-.06q-.31.61-.84 1.12t-1.34.81-1.99.31m.73-2.42q1.16 0 1.94-.42.77-.42 1.16-1.12t.39-1.54v-1.58q-.15.1-.47.2-.32.09-.76.18t-.96.17l-1.05.17q-.74.1-1.37.34t-1.03.66q-.38.42-.38 1.1 0 .57.31.99.31.41.88.63t1.34.22M34.86 24V9.83h3.05v2.32h.04q.39-1.19 1.23-1.84.84-.64 2.21-.64.33 0 .6.02l.47.04v2.86l-.62-.07q-.44-.04-.94-.04-.79 0-1.45.36-.65.37-1.04 1.11-.38.75-.38 1.88V24ZM47.3 4v20h-3.17V4Zm8.92 20.32q-2.12 0-3.65-.95-1.54-.95-2.37-2.62t-.83-3.82q0-2.16.85-3.84.86-1.67 2.38-2.63 1.51-.96 3.47-.96 1.53 0 2.76.54 1.24.53 2.13 1.52t1.36 2.34.48 2.99v.86H50.68v-2.26h10.51l-1.41.64q0-1.25-.45-2.16t-1.27-1.41-1.94-.5-1.93.5-1.27 1.41-.45 2.16v1.37q0 1.27.45 2.23.44.97 1.3 1.51.85.54 2.06.54.88 0 1.56-.27t1.13-.75.65-1.11h2.99q-.26 1.38-1.16 2.43t-2.25 1.65-2.98.59m8.84 5.29V27h1.61q.46 0 .78-.16.32-.17.56-.52t.45-.91l.57-1.5-5.47-14.08h3.36l2.7 7.54q.4 1.14.77 2.28l.71 2.29h-.87q.34-1.14.71-2.29t.76-2.28l2.68-7.54h3.32l-6.38 16.56q-.41 1.08-1.01 1.79-.6.72-1.4 1.07t-1.81.36z';

/** The product's name in a page header: a drawn wordmark for Parley, text for any other name. */
export function Wordmark({ productName }: { productName: string }) {
  if (productName !== 'Parley')
    return (
      <span data-logo className="truncate text-lg font-strong tracking-tight">
        {productName}
      </span>
    );
  return (
    <svg viewBox="0 0 77 32" role="img" aria-label="Parley" className="block h-6.75 w-auto max-w-full">
      <rect x="1" y="4" width="2.6" height="20" rx="1.3" className="fill-line" />
      <path d="M6.2 4.9a.9.9 0 0 1 .9-.9h4.1a6.9 6.9 0 0 1 0 13.8H7.1a.9.9 0 0 1-.9-.9z" fill="currentColor" />
      <path d={LETTERS} fill="currentColor" />
    </svg>
  );
}

const MARK_SIZES = {
  md: { picture: 'size-6', letter: 'text-lg' },
  lg: { picture: 'size-12', letter: 'ms-2 text-3xl/12' },
} as const;

interface MarkProps {
  productName: string;
  /** 24 or 48 px. */
  size?: keyof typeof MARK_SIZES;
}

/** The logo for narrow places; the first letter of any other name. */
export function Mark({ productName, size = 'md' }: MarkProps) {
  const { picture, letter } = MARK_SIZES[size];
  if (productName !== 'Parley') {
    return (
      <span aria-label={productName} role="img" className={`font-strong ${letter}`}>
        {[...productName][0]}
      </span>
    );
  }
  return (
    <svg viewBox="0 0 32 32" role="img" aria-label="Parley" className={picture}>
      <rect x="6" y="3" width="4" height="26" rx="2" className="fill-line" />
      <path
        d="M13.5 4.25A1.25 1.25 0 0 1 14.75 3h3.5a9 9 0 0 1 0 18h-3.5a1.25 1.25 0 0 1-1.25-1.25z"
        fill="currentColor"
      />
    </svg>
  );
}
