import { t } from '@parley/core';
import { Button } from '../../../kit/controls/button.tsx';
import { focusOnMount } from '../../../kit/overlays/focus-on-mount.ts';
import { LoadProblem } from '../../../kit/notices/load-problem.tsx';
import { Skeleton } from '../../../kit/notices/skeleton.tsx';
import { useToday } from '../../../kit/hooks/use-today.ts';
import { SessionRow } from './session-row.tsx';
import { useSessions } from './use-sessions.ts';

/** The account's sessions, with buttons to end them. */
export function SessionsPage() {
  const { sessions, problem, ending, said, read, end, endOthers } = useSessions();
  const today = useToday();
  const others = sessions?.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  return (
    <div className="mt-4">
      <p
        ref={focusOnMount}
        tabIndex={-1}
        className="text-muted outline-none"
      >{t`Don’t recognize a device? Sign it out and change your password.`}</p>
      {sessions === null && problem === null && (
        <div role="status" aria-label={t`Loading your sign-ins`} className="min-h-32">
          <Skeleton lines={4} className="mt-6" />
        </div>
      )}
      {sessions !== null && (
        <ul className="mt-3 border-y border-hairline">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              today={today}
              isBusy={ending === session.id}
              isDisabled={ending !== null}
              onEnd={() => void end(session)}
            />
          ))}
        </ul>
      )}
      {problem !== null && (
        <LoadProblem onRetry={sessions === null ? () => void read() : undefined}>{problem}</LoadProblem>
      )}
      <div className="mt-4 flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="text-muted">
          {sessions !== null && (said || (others === 0 && t`You’re not signed in anywhere else.`))}
        </p>
        {others > 0 && (
          <Button variant="secondary" className="ms-auto" disabled={ending !== null} onClick={() => void endOthers()}>
            {ending === 'others' ? t`Signing out...` : t`Sign out everywhere else`}
          </Button>
        )}
      </div>
    </div>
  );
}
