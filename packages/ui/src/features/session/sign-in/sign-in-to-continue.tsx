import { useState } from 'react';
import { PlainPage } from '../../../kit/layout/plain-page.tsx';
import { useSession } from '../../../stores/client.ts';
import { AuthForms, type AuthMode } from './auth-forms.tsx';

/** A page that needs a session: says why, and has the sign-in forms. The page shows the rest once signed in. */
export function SignInToContinue({ title, reason }: { title: string; reason: string }) {
  const clearProblem = useSession((session) => session.clearProblem);
  const [mode, setMode] = useState<AuthMode>('login');
  return (
    <PlainPage title={title}>
      <p className="mt-3 text-body leading-[1.625rem] text-pretty text-muted">{reason}</p>
      <div className="w-full max-w-88">
        <AuthForms
          mode={mode}
          onModeChange={(to) => {
            clearProblem();
            setMode(to);
          }}
          onSignedIn={() => {}}
        />
      </div>
    </PlainPage>
  );
}
