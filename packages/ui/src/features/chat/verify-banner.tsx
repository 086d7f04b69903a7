import { t } from '@parley/core';
import { useState } from 'react';
import { VerifyEmailIcon } from '../../kit/icons/icons.ts';
import { Banner } from '../../kit/notices/banner.tsx';
import { useClient } from '../../stores/client.ts';
import { problemText } from '../../stores/problem-text.ts';

/** Says that the address must be verified before the first message, and sends the link again. */
export function VerifyBanner() {
  const { api } = useClient();
  const [said, setSaid] = useState<string | null>(null);
  const resend = () =>
    api.resendVerification().then(
      () => setSaid(t`Link sent.`),
      (error: unknown) => setSaid(problemText(error)),
    );
  return (
    <Banner icon={VerifyEmailIcon}>
      {t`Confirm your email to start chatting.`}
      {said ?? (
        <button
          type="button"
          className="rounded-xs underline"
          onClick={() => void resend()}
        >{t`Send a new link`}</button>
      )}
    </Banner>
  );
}
