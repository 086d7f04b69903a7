import { t } from '@parley/core';
import { Button } from '../../../kit/controls/button.tsx';
import { Pulse } from '../../../kit/text/caret.tsx';
import { useClient } from '../../../stores/client.ts';
import type { BrowserSignInState } from '../../../stores/session/browser-sign-in.ts';
import { AuthProblem } from '../sign-in/auth-problem.tsx';

/** Replaces the form while the app waits for the system's browser. */
export function BrowserSignInWait({ step, notice, begin, cancel }: BrowserSignInState) {
  const { productName } = useClient().platform.settings;
  const isEntering = step === 'entering';
  return (
    <div className="mt-4 grid gap-4">
      <p role="status" className="flex items-center gap-2.5">
        <Pulse />
        {isEntering ? t`Signing in...` : t`Waiting for your browser...`}
      </p>
      <p className="text-muted">{t`Continue in the browser window that just opened. ${productName} signs in automatically when you come back.`}</p>
      {notice !== null && <AuthProblem>{notice}</AuthProblem>}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          disabled={isEntering}
          onClick={() => void begin()}
        >{t`Open the browser again`}</Button>
        <Button variant="quiet" disabled={isEntering} onClick={cancel}>{t`Cancel`}</Button>
      </div>
    </div>
  );
}
