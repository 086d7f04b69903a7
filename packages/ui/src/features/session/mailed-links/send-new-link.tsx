import { t } from '@parley/core';
import { useState } from 'react';
import type { ApiClient } from '../../../api/create-api-client.ts';
import { Button } from '../../../kit/controls/button.tsx';
import { useClient, useSession } from '../../../stores/client.ts';
import { problemText } from '../../../stores/problem-text.ts';

/** Offers a new link to a signed-in user whose address is not verified; otherwise renders nothing. */
export function SendNewLink() {
  const { api } = useClient();
  const user = useSession((session) => session.user);
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  if (!user || user.emailVerified || user.email === '') return null;
  const send = async () => {
    setBusy(true);
    setSaid(await resend(api, user.email));
    setBusy(false);
  };
  if (said !== null) {
    return (
      <p role="status" className="w-full text-muted">
        {said}
      </p>
    );
  }
  return (
    <Button variant="secondary" disabled={isBusy} onClick={() => void send()}>
      {isBusy ? t`Processing...` : t`Send a new link`}
    </Button>
  );
}

async function resend(api: ApiClient, email: string): Promise<string> {
  return api.resendVerification().then(
    () => t`A new link is on its way to ${email}.`,
    (error: unknown) => problemText(error),
  );
}
