import { useEffect, useState } from 'react';
import { copyText } from '../text/copy-text.ts';

const SHOWN_FOR = 1500;

/** Copies text, or follows a copy that has begun; `copied` is true for 1.5 s after it worked. */
export function useCopied(): { copied: boolean; copy: (what: string | Promise<boolean>) => void } {
  const [copiedAt, setCopiedAt] = useState<number | null>(null);
  useEffect(() => {
    if (copiedAt === null) return;
    const timer = setTimeout(() => setCopiedAt(null), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [copiedAt]);
  const copy = (what: string | Promise<boolean>) => {
    void (typeof what === 'string' ? copyText(what) : what).then((done) => {
      if (done) setCopiedAt(performance.now());
    });
  };
  return { copied: copiedAt !== null, copy };
}
