import { useState } from 'react';
import { problemText } from '../../stores/problem-text.ts';
import { refreshAudit } from './people/audit-refreshes.ts';

export interface ReportActionResult {
  /** What was done, as a sentence; null if nothing was. */
  done: string | null;
  /** Why it could not be done, as a sentence; null otherwise. */
  problem: string | null;
}

const NONE: ReportActionResult = { done: null, problem: null };

/** Runs what staff do about a report, one action at a time. `refresh` reads the reports again after each. */
export function useReportAction(refresh: () => void) {
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState(NONE);
  const run = async (action: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true);
    setResult(NONE);
    try {
      await action();
      setResult({ ...NONE, done });
    } catch (error) {
      setResult({ ...NONE, problem: problemText(error) });
    }
    setBusy(false);
    refresh();
    refreshAudit();
  };
  return { isBusy, result, run };
}
