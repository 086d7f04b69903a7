import { rich } from '../../../kit/text/rich.tsx';
import {
  emailProblem,
  fieldOf,
  MIN_PASSWORD_LENGTH,
  passwordMissing,
  registrationProblem,
  type CredentialsRequest,
  t,
} from '@parley/core';
import { useEffect, useRef } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { FieldsForm } from '../../../kit/controls/fields-form.tsx';
import { TextField } from '../../../kit/controls/text-field.tsx';
import { useClient, useSession } from '../../../stores/client.ts';
import { AuthProblem } from './auth-problem.tsx';
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
  const submit = (field: (name: string) => string) => {
    const credentials: CredentialsRequest = { email: field('email'), password: field('password') };
    const refused = registering
      ? registrationProblem(credentials.email, credentials.password, field('confirmation'))
      : (emailProblem(credentials.email) ?? (credentials.password === '' ? passwordMissing() : null));
    onProblem(refused);
    focus(refused);
    if (!refused) void form.during(enter(credentials));
  };

  const element = useRef<HTMLFormElement>(null);
  const focus = (refused: string | null) => {
    const wrong = refused === null ? null : fieldOf(refused);
    element.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus();
  };
  useEffect(() => focus(problem), [problem]);
  const wrong = problem === null ? null : fieldOf(problem);
  const problemOf = (field: typeof wrong) => (field === wrong ? problem : null);
  return (
    <FieldsForm ref={element} className="mt-6 grid gap-4" isBusy={form.isDisabled} onSubmit={submit}>
      <TextField
        label={t`Email`}
        name="email"
        type="email"
        autoComplete="username"
        required
        problem={problemOf('email')}
      />
      <TextField
        label={t`Password`}
        name="password"
        type="password"
        placeholder={t`Min. ${MIN_PASSWORD_LENGTH} characters`}
        autoComplete={registering ? 'new-password' : 'current-password'}
        required
        problem={problemOf('password')}
      />
      {registering && (
        <TextField
          label={t`Confirm Password`}
          name="confirmation"
          type="password"
          autoComplete="new-password"
          required
          problem={problemOf('confirmation')}
        />
      )}
      {!registering && onForgot && (
        <p className="-mt-2 justify-self-start text-sm">
          <TextButton onClick={onForgot}>{t`Forgot password?`}</TextButton>
        </p>
      )}
      {problem !== null && wrong === null && <AuthProblem>{problem}</AuthProblem>}
      <Button type="submit" size="field" disabled={form.isDisabled}>
        {form.isBusy ? t`Processing...` : registering ? t`Create Account` : t`Sign In`}
      </Button>
      {registering && <Agreement />}
    </FieldsForm>
  );
}

function Agreement() {
  return (
    <p className="-mt-1 text-center text-sm text-pretty text-subtle">
      {rich`By creating an account, you agree to the ${(<Policy to="/terms">{t`Terms`}</Policy>)} and the ${(<Policy to="/privacy">{t`Privacy Policy`}</Policy>)}.`}
    </p>
  );
}

/** In a tab of its own, so that the form keeps what was typed. */
function Policy({ to, children }: { to: string; children: string }) {
  const { kind, apiUrl } = useClient().platform;
  return (
    // The desktop app opens the server's pages in the browser.
    <a
      href={kind === 'desktop' ? apiUrl + to : to}
      target="_blank"
      className="rounded-xs underline underline-offset-3 hover:text-ink"
    >
      {children}
    </a>
  );
}
