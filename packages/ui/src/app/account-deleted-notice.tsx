import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { FloatingToast } from '../kit/overlays/floating-toast.tsx';

/** Toast over the landing page that confirms the deletion of the account. */
export function AccountDeletedNotice({ text }: { text: string }) {
  const [isShown, setShown] = useState(true);
  if (!isShown) return null;
  return (
    <FloatingToast icon={CircleCheck} iconClassName="text-success" onClose={() => setShown(false)}>
      {text}
    </FloatingToast>
  );
}
