import { emailProblem, MIN_PASSWORD_LENGTH, registrationProblem, type CredentialsRequest } from '@parley/core';
import { Button } from '../../../kit/controls/button.tsx';
import { TextField } from '../../../kit/controls/text-field.tsx';
import { useSession } from '../../../stores/client.ts';
import { AuthProblem, PROBLEM_ID } from './auth-problem.tsx';
import { TextButton } from './text-button.tsx';

interface CredentialsFormProps {
  mode: 'login' | 'register';
  problem: string | null;
  isBusy: boolean;
  isDisabled: boolean;
  during: (work: Promise<void>) => Promise<void>;
  /** Called with a problem found before a request is sent; null clears it. */
  onProblem: (problem: string | null) => void;
  onSignedIn: () => void;
  /** Null if the server cannot send mail. */
  onForgot: (() => void) | null;
}

export function CredentialsForm({ mode, problem, onProblem, onSignedIn, onForgot, ...form }: CredentialsFormProps) {
  const authenticate = useSession((session) => (mode === 'register' ? session.register : session.signIn));
  const registering = mode === 'register';

  const enter = async (credentials: CredentialsRequest) => {
    if (await authenticate(credentials)) onSignedIn();
  };
  const submit = (fields: FormData) => {
    const field = (name: string) => String(fields.get(name) ?? '');
    const credentials: CredentialsRequest = { email: field('email'), password: field('password') };
    const refused = registering
      ? registrationProblem(credentials.email, credentials.password, field('confirmation'))
      : (emailProblem(credentials.email) ?? (credentials.password === '' ? 'Password is required' : null));
    onProblem(refused);
    if (!refused) void form.during(enter(credentials));
  };

  const problemId = problem === null ? undefined : PROBLEM_ID;
  return (
    <form
      noValidate
      method="post"
      className="mt-6 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.isDisabled) submit(new FormData(event.currentTarget));
      }}
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        aria-describedby={problemId}
      />
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
          aria-invalid={problem === 'Passwords do not match' || undefined}
          aria-describedby={problemId}
        />
      )}
      {!registering && onForgot && (
        <p className="-mt-2 justify-self-start text-sm">
          <TextButton onClick={onForgot}>Forgot password?</TextButton>
        </p>
      )}
      {problem !== null && <AuthProblem>{problem}</AuthProblem>}
      <Button type="submit" size="field" disabled={form.isDisabled}>
        {form.isBusy ? 'Processing...' : registering ? 'Create Account' : 'Sign In'}
      </Button>
    </form>
  );
}
