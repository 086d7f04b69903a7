import { REPORT_REASONS, t } from '@parley/core';
import type { ReactNode } from 'react';
import { Button } from '../../kit/controls/button.tsx';

/**
 * The dialog in which readers report a shared page. Without scripts it stays closed; the script of shared pages finds
 * its parts by their `data-report` attributes.
 */
export function ReportDialog({ productName }: { productName: string }): ReactNode {
  return (
    <dialog
      data-report="dialog"
      aria-labelledby="report-title"
      className="m-auto w-full max-w-100 rounded-lg bg-raised p-6 text-ink shadow-dialog backdrop:bg-scrim max-md:mb-4 max-md:w-[calc(100%-2rem)]"
    >
      <h2 id="report-title" className="text-lg font-strong tracking-tight">{t`Report this page`}</h2>
      <form data-report="form">
        <p className="mt-1 text-sm text-muted">{t`The people who run this ${productName} see which page it is and your reason, not who you are.`}</p>
        <fieldset className="mt-4">
          <legend className="text-sm font-medium">{t`What’s wrong with it?`}</legend>
          <div className="mt-1 grid">
            {Object.entries(REPORT_REASONS).map(([reason, label]) => (
              <label key={reason} className="flex min-h-10 items-center gap-3">
                <input type="radio" name="reason" value={reason} required className="size-4 shrink-0 accent-accent" />
                {label}
              </label>
            ))}
          </div>
        </fieldset>
        <p role="alert" data-report="problem" className="mt-2 text-sm text-danger empty:hidden" />
        <div className="mt-5 flex flex-wrap justify-end gap-2">
          <Button variant="quiet" data-report="close">{t`Cancel`}</Button>
          <Button type="submit">{t`Send report`}</Button>
        </div>
      </form>
      <div data-report="done" hidden>
        <p
          role="status"
          className="mt-1 text-muted"
        >{t`Thank you. Your report is with the people who run this ${productName}.`}</p>
        <div className="mt-5 flex justify-end">
          <Button data-report="close">{t`Close`}</Button>
        </div>
      </div>
    </dialog>
  );
}
