import { useState } from 'react';
import { SuccessIcon } from '../kit/icons/icons.ts';
import { FloatingToast } from '../kit/overlays/floating-toast.tsx';

/** Toast over the landing page that confirms the deletion of the account. */
export function AccountDeletedNotice({ text }: { text: string }) {
  const [isShown, setShown] = useState(true);
  if (!isShown) return null;
  return (
    <FloatingToast icon={SuccessIcon} iconClassName="text-success" onClose={() => setShown(false)}>
      {text}
    </FloatingToast>
  );
}
