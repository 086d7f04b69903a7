import { CircleCheck, X } from 'lucide-react';
import { useState } from 'react';
import { Icon } from '../kit/icon.tsx';
import { IconButton } from '../kit/icon-button.tsx';
import { focusAtOnce } from '../kit/focus-at-once.ts';

/** The last word to somebody whose account is deleted, over the landing page; stays until it is put away. */
export function Farewell({ words }: { words: string }) {
  const [isShown, setShown] = useState(true);
  if (!isShown) return null;
  return (
    <div className="fixed inset-x-4 bottom-4 z-5 mx-auto flex max-w-120 animate-rise items-start gap-2.5 rounded-lg bg-raised py-3 pr-2 pl-4 shadow-float">
      <Icon icon={CircleCheck} className="mt-1.5 text-success" />
      <p ref={focusAtOnce} tabIndex={-1} role="status" className="flex-1 py-1.5 outline-none">
        {words}
      </p>
      <IconButton label="Close" icon={X} onClick={() => setShown(false)} />
    </div>
  );
}
