import type { ReportActionResult as Result } from './use-report-action.ts';

/** Says how the last action on a report ended. */
export function ReportActionResult({ done, problem }: Result) {
  return (
    <>
      {problem !== null && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {problem}
        </p>
      )}
      {done !== null && (
        <p role="status" className="mt-2 text-sm text-muted">
          {done}
        </p>
      )}
    </>
  );
}
