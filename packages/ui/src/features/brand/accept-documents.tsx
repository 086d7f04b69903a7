import { rich } from '../../kit/text/rich.tsx';
import { t } from '@parley/core';
import { useEffect, useState } from 'react';
import type { AcceptRequest } from '@parley/core';
import { Button } from '../../kit/controls/button.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { useClient } from '../../stores/client.ts';
import { problemText } from '../../stores/problem-text.ts';

type Missing = AcceptRequest['documents'];

const NAMES = { terms: t`terms`, privacy: t`privacy policy` };

/** Asks a signed-in user to accept the versions that they have not accepted. Reading works without that. */
export function AcceptDocuments() {
  const { api } = useClient();
  const [missing, setMissing] = useState<Missing>([]);
  useEffect(() => {
    // If this fails, the server still asks when a message is sent.
    void api
      .server()
      .then((calls) => calls.missing())
      .then(setMissing, () => {});
  }, [api]);
  return missing.length === 0 ? null : <Question missing={missing} onClose={() => setMissing([])} />;
}

function Question({ missing, onClose }: { missing: Missing; onClose: () => void }) {
  const { api, platform } = useClient();
  const { productName } = platform.settings;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const accept = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await (await api.server()).accept({ documents: missing });
      onClose();
    } catch (error) {
      setProblem(problemText(error));
      setBusy(false);
    }
  };
  const [first, other] = missing;
  const linkTo = ({ document }: Missing[number]) => (
    <a
      href={`${platform.apiUrl}/${document}`}
      target="_blank"
      className="rounded-xs font-medium text-accent-text underline underline-offset-3"
    >
      {NAMES[document]}
    </a>
  );
  return (
    <Dialog title={t`Before you go on with ${productName}`} onClose={onClose}>
      <p className="mt-2 text-pretty text-muted">
        {first && other
          ? rich`Please read and accept the ${linkTo(first)} (version ${first.version}) and the ${linkTo(other)} (version ${other.version}).`
          : first && rich`Please read and accept the ${linkTo(first)} (version ${first.version}).`}{' '}
        {t`Until then you can read your conversations and export them, but not send messages.`}
      </p>
      {problem !== null && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {problem}
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>{t`Not now`}</Button>
        <Button disabled={isBusy} onClick={() => void accept()}>{t`Accept`}</Button>
      </div>
    </Dialog>
  );
}
