import { plural, t } from '@parley/core';
import { Suspense, useCallback, useEffect, useState, type ReactNode } from 'react';
import { navigate } from '../../kit/overlays/navigate.ts';
import { Button } from '../../kit/controls/button.tsx';
import { AppLink } from '../../kit/controls/app-link.tsx';
import { usePolled } from '../../kit/hooks/use-polled.ts';
import { Skeleton } from '../../kit/notices/skeleton.tsx';
import { Wordmark } from '../../kit/icons/wordmark.tsx';
import { lazyPart } from '../../kit/lazy/lazy-part.tsx';
import { useClient, useSession } from '../../stores/client.ts';
import { problemText } from '../../stores/problem-text.ts';
import { FiguresBoard } from './figures-board.tsx';
import { RangeChoice, RANGES, type Range } from './range-choice.tsx';
import { ReportedReplies } from './reported-replies.tsx';
import { SetupCheck } from './setup/setup-check.tsx';
import '../../kit/all-utilities.css';

const People = lazyPart('people', async () => (await import('./people/people.tsx')).People);
const BrandEditor = lazyPart('brand-editor', async () => (await import('./brand/brand-editor.tsx')).BrandEditor);

const USUAL_RANGE = 30;
/** Milliseconds until figures whose costs are still being read are read again. */
const AGAIN_MS = 1000;
const TITLE = 'text-[2rem]/9 font-strong tracking-display md:text-3xl';

function rangeInAddress(): Range {
  const requested = new URLSearchParams(location.search).get('days');
  return RANGES.find((range) => String(range) === requested) ?? USUAL_RANGE;
}

/** The dashboard of the operator's staff: the figures are for owners, the accounts for support, too. */
export function FiguresPage() {
  const isSupport = useSession((session) => session.user?.isSupport === true);
  const people = (
    <Suspense>
      <People isOwner={!isSupport} />
    </Suspense>
  );
  if (isSupport) {
    return (
      <Frame>
        <h1 className={TITLE}>{t`Dashboard`}</h1>
        <div className="mt-8 mb-12">
          <ReportedReplies />
        </div>
        {people}
      </Frame>
    );
  }
  return (
    <Frame>
      <Figures />
      <div className="mt-12">{people}</div>
      <SetupCheck />
      <div className="mt-12">
        <Suspense>
          <BrandEditor />
        </Suspense>
      </div>
    </Frame>
  );
}

/** The product's figures. The URL holds the selected range. */
function Figures() {
  const { api, platform } = useClient();
  const { takesPayments } = platform.settings;
  const [days, setDays] = useState(rangeInAddress);
  const {
    value: figures,
    error,
    retry,
  } = usePolled(useCallback(async () => (await api.server()).figures(days), [api, days]));
  useEffect(() => {
    if (figures?.costs !== null) return;
    const timer = setTimeout(retry, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [figures, retry]);
  return (
    <>
      <div className="mb-8 flex flex-wrap items-center justify-between gap-4">
        <h1 className={TITLE}>{t`Dashboard`}</h1>
        <RangeChoice
          days={days}
          onChange={(range) => {
            setDays(range);
            navigate(`?days=${range}`, { replace: true });
          }}
        />
      </div>
      {error !== null && (
        <div
          role="alert"
          className="mb-8 flex flex-wrap items-center justify-between gap-3 rounded-lg bg-danger-soft py-3 pe-3 ps-4"
        >
          <p>
            {problemText(error)}
            {figures && ` ${t`You’re seeing earlier data.`}`}
          </p>
          <Button size="sm" variant="outlined-danger" onClick={retry}>{t`Try again`}</Button>
        </div>
      )}
      <p role="status" className="sr-only">
        {figures ? dashboardWords(figures.days.length) : error === null && t`Loading the dashboard`}
      </p>
      {figures ? (
        <FiguresBoard figures={figures} takesPayments={takesPayments} />
      ) : (
        error === null && <Skeleton lines={8} />
      )}
    </>
  );
}

function dashboardWords(days: number): string {
  return plural(days)`Dashboard for the last ${days} day|Dashboard for the last ${days} days`;
}

function Frame({ children }: { children: ReactNode }) {
  const { productName } = useClient().platform.settings;
  return (
    <div className="min-h-dvh bg-surface">
      <header className="mx-auto flex h-16 w-full max-w-300 items-center justify-between gap-4 px-5 md:h-18 md:px-8">
        <AppLink to="/" aria-label={t`${productName}, home`} className="min-w-0 rounded-xs">
          <Wordmark productName={productName} />
        </AppLink>
        <AppLink
          to="/"
          className="inline-flex min-h-10 max-w-3/5 shrink-0 items-center rounded-sm bg-raised px-4 py-1 font-medium inset-shadow-edge hover:bg-hover active:bg-active"
        >{t`Back to chat`}</AppLink>
      </header>
      <main className="mx-auto w-full max-w-300 px-5 pt-4 pb-24 md:px-8 md:pt-12">{children}</main>
    </div>
  );
}
