import { t } from '@parley/core';
import { useEffect, useRef } from 'react';
import { Button } from '../../kit/controls/button.tsx';
import { Wordmark } from '../../kit/icons/wordmark.tsx';
import { loadDocument } from '../../kit/overlays/open-overlays.ts';
import { useClient, useSession } from '../../stores/client.ts';

interface InfoHeaderProps {
  onSignIn: () => void;
  onRegister: () => void;
}

/** Header of an information page: sign-in for visitors, a link back for signed-in users. */
export function InfoHeader({ onSignIn, onRegister }: InfoHeaderProps) {
  const { productName } = useClient().platform.settings;
  const isVisitor = useSession(({ status, token }) => status === 'signed-out' || token === null);
  const wasVisitor = useRef(isVisitor);
  useEffect(() => {
    // A user who signs in here wants to chat.
    if (wasVisitor.current && !isVisitor) loadDocument('/');
  }, [isVisitor]);
  return (
    <header className="mx-auto flex min-h-16 w-full max-w-300 shrink-0 flex-wrap items-center justify-between gap-x-4 px-5 md:min-h-18 md:px-8">
      <a href="/" aria-label={t`${productName}, home`} className="min-w-0 rounded-xs">
        <Wordmark productName={productName} />
      </a>
      <nav aria-label={t`Account`} className="flex max-w-full flex-wrap justify-end gap-2">
        {isVisitor ? (
          <>
            <Button variant="quiet" onClick={onSignIn}>{t`Sign In`}</Button>
            <Button onClick={onRegister}>{t`Get Started`}</Button>
          </>
        ) : (
          <a
            href="/"
            className="inline-flex min-h-10 items-center rounded-sm bg-raised px-4 font-medium inset-shadow-edge hover:bg-hover active:bg-active"
          >{t`Back to chat`}</a>
        )}
      </nav>
    </header>
  );
}
