import { t } from '@parley/core';
/** Divider between the form and the other sign-in methods. */
export function OrContinueWith() {
  return (
    <p className="mt-4 flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-edge after:h-px after:flex-1 after:bg-edge">{t`Or continue with`}</p>
  );
}
