const LETTERS =
  'M24.77 24.23Q23.35 24.23 22.25 23.75Q21.14 23.28 20.5 22.33Q19.86 21.38 19.86 19.97Q19.86 18.75 20.32 17.97Q20.78 17.19 21.56 16.72Q22.34 16.26 23.35 16.02Q24.36 15.78 25.44 15.66Q26.77 15.5 27.54 15.39Q28.31 15.29 28.64 15.06Q28.97 14.84 28.97 14.35V14.24Q28.97 13.59 28.65 13.1Q28.33 12.61 27.73 12.33Q27.12 12.05 26.27 12.05Q25.42 12.05 24.77 12.33Q24.12 12.6 23.74 13.09Q23.36 13.57 23.31 14.2H20.24Q20.32 12.81 21.08 11.76Q21.84 10.72 23.17 10.13Q24.51 9.54 26.33 9.54Q27.69 9.54 28.76 9.88Q29.83 10.21 30.58 10.83Q31.33 11.46 31.72 12.34Q32.11 13.22 32.11 14.31V24H29V21.99H28.94Q28.63 22.6 28.1 23.11Q27.57 23.62 26.76 23.92Q25.95 24.23 24.77 24.23ZM25.5 21.81Q26.66 21.81 27.44 21.39Q28.21 20.97 28.6 20.27Q28.99 19.57 28.99 18.73V17.15Q28.84 17.25 28.52 17.35Q28.2 17.44 27.76 17.53Q27.32 17.62 26.8 17.7Q26.29 17.79 25.75 17.87Q25.01 17.97 24.38 18.21Q23.74 18.45 23.35 18.87Q22.97 19.29 22.97 19.97Q22.97 20.54 23.28 20.96Q23.59 21.37 24.16 21.59Q24.73 21.81 25.5 21.81ZM34.86 24V9.83H37.91V12.15H37.95Q38.34 10.96 39.18 10.31Q40.02 9.67 41.39 9.67Q41.72 9.67 41.99 9.69Q42.27 9.71 42.46 9.73V12.59Q42.28 12.56 41.84 12.52Q41.4 12.48 40.9 12.48Q40.11 12.48 39.45 12.84Q38.8 13.21 38.41 13.95Q38.03 14.7 38.03 15.83V24ZM47.3 4V24H44.13V4ZM56.22 24.32Q54.1 24.32 52.57 23.37Q51.03 22.42 50.2 20.75Q49.37 19.07 49.37 16.93Q49.37 14.77 50.22 13.09Q51.08 11.42 52.6 10.46Q54.11 9.5 56.07 9.5Q57.6 9.5 58.83 10.04Q60.07 10.57 60.96 11.56Q61.84 12.55 62.32 13.9Q62.8 15.25 62.8 16.89V17.75H50.68V15.49H61.19L59.78 16.13Q59.78 14.88 59.33 13.97Q58.88 13.06 58.06 12.56Q57.24 12.06 56.12 12.06Q55 12.06 54.19 12.56Q53.37 13.06 52.92 13.97Q52.47 14.88 52.47 16.13V17.5Q52.47 18.77 52.92 19.73Q53.36 20.7 54.22 21.24Q55.07 21.78 56.28 21.78Q57.16 21.78 57.84 21.51Q58.52 21.24 58.97 20.76Q59.42 20.28 59.62 19.65H62.61Q62.35 21.03 61.45 22.08Q60.55 23.13 59.2 23.73Q57.85 24.32 56.22 24.32ZM65.06 29.61V27H66.67Q67.13 27 67.45 26.84Q67.77 26.67 68.01 26.32Q68.25 25.97 68.46 25.41L69.03 23.91L63.56 9.83H66.92L69.62 17.37Q70.02 18.51 70.39 19.65Q70.75 20.8 71.1 21.94H70.23Q70.57 20.8 70.94 19.65Q71.31 18.5 71.7 17.37L74.38 9.83H77.7L71.32 26.39Q70.91 27.47 70.31 28.18Q69.71 28.9 68.91 29.25Q68.11 29.61 67.1 29.61Q66.6 29.61 66.08 29.61Q65.56 29.61 65.06 29.61Z';

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
