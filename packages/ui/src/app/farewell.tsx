import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { FloatingNote } from '../kit/floating-note.tsx';

/** The last word to somebody whose account is deleted, over the landing page. */
export function Farewell({ words }: { words: string }) {
  const [isShown, setShown] = useState(true);
  if (!isShown) return null;
  return (
    <FloatingNote icon={CircleCheck} iconClassName="text-success" onClose={() => setShown(false)}>
      {words}
    </FloatingNote>
  );
}
