import { t } from '@parley/core';
import { Button } from '../../../kit/controls/button.tsx';
import { useCopied } from '../../../kit/hooks/use-copied.ts';
import { focusOnMount } from '../../../kit/overlays/focus-on-mount.ts';

interface NewKeyProps {
  secret: string;
  onDone: () => void;
}

/** Shows a new key, which is not shown again. */
export function NewKey({ secret, onDone }: NewKeyProps) {
  const { copied, copy } = useCopied();
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
      <p
        ref={focusOnMount}
        tabIndex={-1}
        className="text-muted outline-none"
      >{t`Copy this key now. It won’t be shown again. Keep it like a password.`}</p>
      <div className="flex flex-wrap items-center gap-2">
        <input
          readOnly
          dir="ltr"
          aria-label={t`API key`}
          value={secret}
          className="h-11 min-w-0 flex-1 basis-60 rounded-sm border border-control bg-raised px-3 font-mono text-sm"
          onFocus={({ target }) => target.select()}
        />
        <Button variant="secondary" className="min-h-11" onClick={() => copy(secret)}>
          {copied ? t`Copied` : t`Copy`}
        </Button>
      </div>
      <span role="status" className="sr-only">
        {copied ? t`Copied` : ''}
      </span>
      <div className="flex justify-end">
        <Button onClick={onDone}>{t`Done`}</Button>
      </div>
    </div>
  );
}
