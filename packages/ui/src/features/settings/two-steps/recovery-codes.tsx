import { t } from '@parley/core';
import { Button } from '../../../kit/controls/button.tsx';
import { useCopied } from '../../../kit/hooks/use-copied.ts';
import { focusOnMount } from '../../../kit/overlays/focus-on-mount.ts';
import { saveFile } from '../../../kit/text/save-file.ts';
import { useClient } from '../../../stores/client.ts';

interface RecoveryCodesProps {
  codes: string[];
  onDone: () => void;
}

/** Shows new recovery codes, which are not shown again. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { productName } = useClient().platform.settings;
  const { copied, copy } = useCopied();
  const text = `${t`Recovery codes for ${productName}. Each signs in once.`}\n\n${codes.join('\n')}\n`;
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
      <p
        ref={focusOnMount}
        tabIndex={-1}
        className="text-muted outline-none"
      >{t`Save these recovery codes. If you lose your phone, each signs you in once in place of a code from the app. They won’t be shown again.`}</p>
      <ul
        aria-label={t`Recovery codes`}
        className="grid grid-cols-1 gap-x-6 gap-y-2 rounded-sm border border-hairline bg-raised p-4 font-mono text-sm md:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>
            <bdi>{code}</bdi>
          </li>
        ))}
      </ul>
      <span role="status" className="sr-only">
        {copied ? t`Copied` : ''}
      </span>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={() => copy(codes.join('\n'))}>
          {copied ? t`Copied` : t`Copy`}
        </Button>
        <Button
          variant="secondary"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), `${productName} recovery codes.txt`)}
        >{t`Download`}</Button>
        <Button onClick={onDone}>{t`I’ve saved them`}</Button>
      </div>
    </div>
  );
}
