import { t } from '@parley/core';
import { useEffect } from 'react';
import { followVisibleArea } from '../../../kit/layout/follow-visible-area.ts';
import { Dialog } from '../../../kit/overlays/dialog.tsx';
import { useSession } from '../../../stores/client.ts';
import { AuthForms, type AuthMode } from './auth-forms.tsx';

const TITLES: Record<AuthMode, string> = {
  login: t`Sign in`,
  register: t`Create your account`,
  forgot: t`Reset your password`,
};

interface AuthDialogProps {
  mode: AuthMode;
  onModeChange: (mode: AuthMode) => void;
  onClose: () => void;
}

export function AuthDialog({ mode, onModeChange, onClose }: AuthDialogProps) {
  const isSecondStep = useSession((session) => session.ticket !== null);
  const clearProblem = useSession((session) => session.clearProblem);
  useEffect(() => followVisibleArea(), []);
  const leave = (go: () => void) => {
    clearProblem();
    go();
  };
  return (
    <Dialog title={TITLES[isSecondStep ? 'login' : mode]} onClose={() => leave(onClose)}>
      <AuthForms mode={mode} onModeChange={(to) => leave(() => onModeChange(to))} onSignedIn={onClose} />
    </Dialog>
  );
}
