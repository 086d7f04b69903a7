import { t } from '@parley/core';
import type { User } from '@parley/core';
import { useState } from 'react';
import { ProblemIcon, SuccessIcon } from '../../../kit/icons/icons.ts';
import { Icon } from '../../../kit/icons/icon.tsx';
import { ProblemLine } from '../../../kit/notices/problem-line.tsx';
import { useClient } from '../../../stores/client.ts';
import { PageLink, type PageLinks } from '../page-link.tsx';
import { Row } from '../row.tsx';
import { useCall } from '../use-call.ts';

interface EmailRowProps extends PageLinks {
  user: User;
  isPending: boolean;
}

/** The email address, whether it is verified, and the buttons to change or verify it. */
export function EmailRow({ user, isPending, ...links }: EmailRowProps) {
  const { sendsMail } = useClient().platform.settings;
  const { email, emailVerified } = user;
  const note = (
    <>
      <p className="wrap-anywhere">{email ? <bdi>{email}</bdi> : t`None`}</p>
      {sendsMail && email !== '' && (emailVerified ? <Verified /> : <Unverified />)}
    </>
  );
  return (
    <Row label={t`Email`} note={note}>
      {sendsMail && (
        <PageLink page="email" name={email ? t`Change email` : t`Add an email`} isPending={isPending} {...links}>
          {email ? t`Change` : t`Add`}
        </PageLink>
      )}
    </Row>
  );
}

function Verified() {
  return (
    <p className="mt-1 flex items-center gap-1.5 text-success">
      <Icon icon={SuccessIcon} size="xs" />
      {t`Verified`}
    </p>
  );
}

function Unverified() {
  const { api } = useClient();
  const { isBusy, problem, run } = useCall();
  const [isSent, setSent] = useState(false);
  const resend = async () => setSent(await run(api.resendVerification));
  return (
    <>
      <p className="mt-1 flex flex-wrap items-center gap-x-1.5 text-warning">
        <Icon icon={ProblemIcon} size="xs" />
        {t`Not verified`}
        {!isSent && (
          <button
            type="button"
            disabled={isBusy}
            onClick={() => void resend()}
            className="ms-1 rounded-xs font-medium text-accent-text hover:underline hover:underline-offset-3 disabled:text-disabled disabled:no-underline max-md:py-2"
          >
            {isBusy ? t`Sending...` : t`Resend link`}
          </button>
        )}
      </p>
      <p role="status">{isSent && t`A new link is on its way.`}</p>
      {problem !== null && <ProblemLine>{problem}</ProblemLine>}
    </>
  );
}
