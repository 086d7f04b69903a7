import { t } from '@parley/core';
import { useClient, useSession } from '../../../stores/client.ts';
import { DesktopSignInPanel } from '../desktop/desktop-sign-in-panel.tsx';
import { LazySecondStep } from '../second-step/lazy-second-step.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { SignInPanel } from './sign-in-panel.tsx';
import { TextButton } from './text-button.tsx';

export type AuthMode = 'login' | 'register' | 'forgot';

const TOGGLES = {
  login: { text: t`Need an account? Sign up`, other: 'register' },
  register: { text: t`Already have an account? Sign in`, other: 'login' },
  forgot: { text: t`Back to sign in`, other: 'login' },
} as const;

interface AuthFormsProps {
  mode: AuthMode;
  onModeChange: (mode: AuthMode) => void;
  onSignedIn: () => void;
}

/** The forms to sign in, to register and to reset a password, with links between them. */
export function AuthForms({ mode, onModeChange, onSignedIn }: AuthFormsProps) {
  const { browserSignIn } = useClient().platform;
  const ticket = useSession((session) => session.ticket);
  const clearProblem = useSession((session) => session.clearProblem);
  if (ticket !== null) return <LazySecondStep ticket={ticket} onSignedIn={onSignedIn} onCancel={clearProblem} />;
  const { text, other } = TOGGLES[mode];
  return (
    <>
      {mode === 'forgot' ? (
        <ForgotForm />
      ) : browserSignIn ? (
        <DesktopSignInPanel
          key={mode}
          way={browserSignIn}
          mode={mode}
          onSignedIn={onSignedIn}
          onForgot={() => onModeChange('forgot')}
        />
      ) : (
        <SignInPanel key={mode} mode={mode} onSignedIn={onSignedIn} onForgot={() => onModeChange('forgot')} />
      )}
      <p className="mt-4 text-center">
        <TextButton onClick={() => onModeChange(other)}>{text}</TextButton>
      </p>
    </>
  );
}
