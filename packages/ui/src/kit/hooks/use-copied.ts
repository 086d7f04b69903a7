import { useEffect, useState } from 'react';
import { copyText } from '../text/copy-text.ts';

const SHOWN_FOR = 1500;

/** Copies text; `copied` is true for 1.5 s afterward. */
export function useCopied(): { copied: boolean; copy: (text: string) => void } {
  const [copiedAt, setCopiedAt] = useState<number | null>(null);
  useEffect(() => {
    if (copiedAt === null) return;
    const timer = setTimeout(() => setCopiedAt(null), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [copiedAt]);
  const copy = (text: string) => {
    void copyText(text).then((done) => {
      if (done) setCopiedAt(performance.now());
    });
  };
  return { copied: copiedAt !== null, copy };
}
