import { t } from '@parley/core';
import { Button } from '@parley/ui/button';
import { PlainPage } from '@parley/ui/plain-page';
import { rich } from '@parley/ui/rich';
import { useEffect, useState } from 'react';

interface ConnectionScreenProps {
  url: string;
  problem: string;
  /** Asks the server again. The result updates `problem` or closes this screen. Never rejects. */
  ask: () => Promise<void>;
  onChoose: () => void;
}

const FIRST_WAIT = 2000;
const LONGEST_WAIT = 30_000;

/** Shown instead of the client until the server has answered once since the start. Retries by itself. */
export function ConnectionScreen({ url, problem, ask, onChoose }: ConnectionScreenProps) {
  const [attempt, setAttempt] = useState(0);
  const [isAsking, setAsking] = useState(false);
  const askNow = async () => {
    setAsking(true);
    await ask();
    setAsking(false);
    setAttempt((before) => before + 1);
  };
  useEffect(() => {
    if (isAsking) return;
    const now = () => void askNow();
    const timer = setTimeout(now, Math.min(FIRST_WAIT * 2 ** attempt, LONGEST_WAIT));
    addEventListener('online', now);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', now);
    };
  });
  const status = <span role="status">{navigator.onLine ? problem : t`You’re offline.`}</span>;
  return (
    <PlainPage title={t`No connection`}>
      <p className="mt-3 mb-8 text-body leading-[1.625rem] text-muted">
        {rich`${status} We’ll reconnect automatically. Your conversations are safe on the server.`}
      </p>
      <p className="flex flex-wrap gap-2">
        <Button onClick={() => void askNow()}>{t`Try again`}</Button>
        <Button variant="quiet" onClick={onChoose}>
          {t`Use another server`}
        </Button>
      </p>
      <p className="mt-8 text-fine break-all text-subtle">{url}</p>
    </PlainPage>
  );
}
