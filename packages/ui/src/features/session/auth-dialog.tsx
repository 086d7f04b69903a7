import { Dialog } from '../../kit/dialog.tsx';
import { useSession } from '../../stores/client.ts';
import { ForgotForm } from './forgot-form.tsx';
import { SignInPanel } from './sign-in-panel.tsx';
import { TextButton } from './text-button.tsx';

export type AuthMode = 'login' | 'register' | 'forgot';

const WORDS = {
  login: {
    title: 'Sign in',
    toggle: 'Need an account? Sign up',
    other: 'register',
  },
  register: {
    title: 'Create your account',
    toggle: 'Already have an account? Sign in',
    other: 'login',
  },
  forgot: {
    title: 'Reset your password',
    toggle: 'Back to sign in',
    other: 'login',
  },
} as const;

interface AuthDialogProps {
  mode: AuthMode;
  onModeChange: (mode: AuthMode) => void;
  onClose: () => void;
}

export function AuthDialog({ mode, onModeChange, onClose }: AuthDialogProps) {
  const words = WORDS[mode];
  const clearProblem = useSession((session) => session.clearProblem);
  const leave = (go: () => void) => {
    clearProblem();
    go();
  };
  const change = (to: AuthMode) => leave(() => onModeChange(to));
  return (
    <Dialog title={words.title} onClose={() => leave(onClose)}>
      {mode === 'forgot' ? (
        <ForgotForm />
      ) : (
        <SignInPanel key={mode} mode={mode} onSignedIn={onClose} onForgot={() => change('forgot')} />
      )}
      <p className="mt-4 text-center">
        <TextButton onClick={() => change(words.other)}>{words.toggle}</TextButton>
      </p>
    </Dialog>
  );
}
