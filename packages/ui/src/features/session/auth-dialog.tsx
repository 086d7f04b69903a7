import { emailProblem, MIN_PASSWORD_LENGTH, registrationProblem, type CredentialsRequest } from '@parley/core';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Icon } from '../../kit/icon.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useSession } from '../../stores/client.ts';

export type AuthMode = 'login' | 'register';

const WORDS = {
  login: {
    title: 'Sign in',
    submit: 'Sign In',
    toggle: 'Need an account? Sign up',
    other: 'register',
  },
  register: {
    title: 'Create your account',
    submit: 'Create Account',
    toggle: 'Already have an account? Sign in',
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
  return (
    <Dialog title={words.title} onClose={() => leave(onClose)}>
      <CredentialsForm key={mode} mode={mode} onSignedIn={onClose} />
      <p className="mt-4 text-center">
        <button
          type="button"
          className="rounded-xs font-medium text-accent-text hover:underline hover:underline-offset-3"
          onClick={() => leave(() => onModeChange(words.other))}
        >
          {words.toggle}
        </button>
      </p>
    </Dialog>
  );
}

interface CredentialsFormProps {
  mode: AuthMode;
  onSignedIn: () => void;
}

function CredentialsForm({ mode, onSignedIn }: CredentialsFormProps) {
  const serverProblem = useSession((session) => session.problem);
  const authenticate = useSession((session) => (mode === 'register' ? session.register : session.signIn));
  const [ownProblem, setOwnProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const problem = ownProblem ?? serverProblem;
  const registering = mode === 'register';

  const submit = async (fields: FormData) => {
    const field = (name: string) => String(fields.get(name) ?? '');
    const credentials: CredentialsRequest = { email: field('email'), password: field('password') };
    const refused = registering
      ? registrationProblem(credentials.email, credentials.password, field('confirmation'))
      : (emailProblem(credentials.email) ?? (credentials.password === '' ? 'Password is required' : null));
    setOwnProblem(refused);
    if (refused) return;
    setBusy(true);
    const signedIn = await authenticate(credentials);
    setBusy(false);
    if (signedIn) onSignedIn();
  };

  const problemId = problem ? 'auth-problem' : undefined;
  return (
    <form
      noValidate
      className="mt-6 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit(new FormData(event.currentTarget));
      }}
    >
      <TextField label="Email" name="email" type="email" autoComplete="email" required aria-describedby={problemId} />
      <TextField
        label="Password"
        name="password"
        type="password"
        placeholder={`Min. ${MIN_PASSWORD_LENGTH} characters`}
        autoComplete={registering ? 'new-password' : 'current-password'}
        required
        aria-describedby={problemId}
      />
      {registering && (
        <TextField
          label="Confirm Password"
          name="confirmation"
          type="password"
          autoComplete="new-password"
          required
          aria-invalid={ownProblem === 'Passwords do not match' || undefined}
          aria-describedby={problemId}
        />
      )}
      {problem && (
        <p id="auth-problem" role="alert" className="flex items-start gap-2 text-danger">
          <Icon icon={CircleAlert} size="sm" className="mt-0.5" />
          {problem}
        </p>
      )}
      <Button type="submit" size="field" disabled={busy}>
        {busy ? 'Processing...' : WORDS[mode].submit}
      </Button>
    </form>
  );
}
