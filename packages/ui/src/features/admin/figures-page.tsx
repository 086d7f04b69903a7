import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '../../kit/controls/button.tsx';
import { AppLink } from '../../kit/controls/app-link.tsx';
import { Skeleton } from '../../kit/notices/skeleton.tsx';
import { Wordmark } from '../../kit/icons/wordmark.tsx';
import { useClient } from '../../stores/client.ts';
import { FiguresBoard } from './figures-board.tsx';
import { RangeChoice, RANGES } from './range-choice.tsx';
import { useFigures } from './use-figures.ts';

const USUAL_RANGE = 30;

/** How the product is doing, for those who run it; the range stands in the address. */
export function FiguresPage() {
  const { productName, takesPayments } = useClient().platform.settings;
  // The router's own hook for this would be loaded with the chat.
  const asked = new URLSearchParams(useLocation().search).get('days');
  const navigate = useNavigate();
  const days = RANGES.find((range) => String(range) === asked) ?? USUAL_RANGE;
  const { figures, problem, retry } = useFigures(days);
  return (
    <div className="min-h-dvh bg-surface">
      <header className="mx-auto flex h-16 w-full max-w-300 items-center justify-between gap-4 px-5 md:h-18 md:px-8">
        <AppLink to="/" aria-label={`${productName}, home`} className="min-w-0 rounded-xs">
          <Wordmark productName={productName} />
        </AppLink>
        <AppLink
          to="/"
          className="inline-flex h-10 shrink-0 items-center rounded-sm bg-raised px-4 font-medium inset-shadow-edge hover:bg-hover active:bg-active"
        >
          Back to chat
        </AppLink>
      </header>
      <main className="mx-auto w-full max-w-300 px-5 pt-4 pb-24 md:px-8 md:pt-12">
        <div className="mb-8 flex flex-wrap items-center justify-between gap-4">
          <h1 className="text-[2rem]/9 font-strong tracking-display md:text-3xl">Figures</h1>
          <RangeChoice
            days={days}
            onChange={(range) => void navigate({ search: `days=${range}` }, { replace: true })}
          />
        </div>
        {problem !== null && (
          <div
            role="alert"
            className="mb-8 flex flex-wrap items-center justify-between gap-3 rounded-lg bg-danger-soft py-3 pr-3 pl-4"
          >
            <p>
              {problem}
              {figures && ' What you see was read before.'}
            </p>
            <Button size="sm" variant="outlined-danger" onClick={retry}>
              Try again
            </Button>
          </div>
        )}
        <p role="status" className="sr-only">
          {figures ? `Figures of the last ${figures.days.length} days` : problem === null && 'Loading the figures'}
        </p>
        {figures ? (
          <FiguresBoard figures={figures} takesPayments={takesPayments} />
        ) : (
          problem === null && <Skeleton lines={8} />
        )}
      </main>
    </div>
  );
}
