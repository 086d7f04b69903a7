/** Outlines of the letters after the P, in tenths of the picture's unit. */
const LETTERS =
  'M248 242c-29 0-49-14-49-42 0-33 27-40 55-43 27-4 36-4 36-13v-2c0-13-10-21-27-21-18 0-29 8-30 21h-31c2-28 25-47 61-47 37 0 58 19 58 48v97h-31v-20h-1c-6 12-18 22-41 22m7-24c23 0 35-14 35-31v-15c-3 1-12 3-22 5l-10 2c-15 2-28 7-28 21 0 11 10 18 25 18m94 22V98h30v24c6-16 17-25 35-25q3 0 6 0h5v29l-7-1q-4 0-9 0c-16 0-29 11-29 33v82zM473 40v200h-32V40zm89 203c-42 0-68-31-68-74s27-74 67-74c41 0 67 30 67 74v9H507v-23h105l-14 6c0-25-14-40-37-40-22 0-37 15-36 40v14c0 25 14 43 38 43 17 0 29-9 33-21h30c-5 27-31 46-64 46m89 53v-26h16c9 0 13-5 18-16l5-15-54-141h33l27 76q4 11 8 23l7 22h-9q7.5-22.5 15-45l27-76h33l-64 166c-8 22-22 32-42 32z';

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
      <path d={LETTERS} transform="scale(.1)" fill="currentColor" />
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
