import { PLANS, t } from '@parley/core';

/** Placeholder with the shape of the plans. */
export function LoadingPlans() {
  return (
    <div role="status" className="grid gap-3">
      <p className="sr-only">{t`Loading Plans...`}</p>
      {PLANS.map(({ id }) => (
        <div key={id} aria-hidden="true" className="grid min-h-24 content-center gap-3 rounded-lg bg-sunken px-5">
          <div className="h-4 w-1/3 rounded-xs bg-hover" />
          <div className="h-3.5 w-1/2 rounded-xs bg-hover" />
        </div>
      ))}
      <p aria-hidden="true" className="mt-3 flex h-12 items-center justify-center gap-2.5 text-muted">
        <span className="h-3.5 w-0.5 animate-breathe rounded-[1px] bg-line still:animate-none" />
        {t`Loading Plans...`}
      </p>
    </div>
  );
}
