import { t } from '@parley/core';
import { Dialog } from '../../../kit/overlays/dialog.tsx';
import { Kbd } from '../../../kit/controls/kbd.tsx';
import { SHORTCUTS } from './shortcuts.ts';
import '../../../kit/all-utilities.css';

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t`Keyboard shortcuts`} onClose={onClose}>
      <dl className="mt-4">
        {SHORTCUTS.map(({ keys, does }) => (
          <div
            key={does}
            className="flex min-h-10 items-center justify-between gap-4 border-t border-hairline py-2 first:border-0"
          >
            <dt className="text-muted">{does}</dt>
            <dd>
              <Kbd>{keys}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
