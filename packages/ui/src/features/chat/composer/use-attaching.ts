import { attachmentKind, type Capabilities } from '@parley/core';
import { useState } from 'react';
import { useChat, useChatStore } from '../../../stores/client.ts';

export interface Attaching {
  attach: (files: readonly File[]) => void;
  /** Why files or other input were just refused, as sentences for the user. */
  refusals: readonly string[];
  refuse: (sentences: string[]) => void;
}

const NONE: readonly string[] = [];

/** Attaches files to the draft, whether chosen, pasted or dropped. */
export function useAttaching(conversationId: string): Attaching {
  const chat = useChatStore();
  const attachFiles = useChat((state) => state.attach);
  const [refusals, setRefusals] = useState(NONE);
  // Without an attachment that was refused or beside which another was, the reason is gone.
  const count = useChat(({ attachments }) => attachments[conversationId]?.length ?? 0);
  const [shownAt, setShownAt] = useState(count);
  if (count !== shownAt) {
    setShownAt(count);
    if (count < shownAt) setRefusals(NONE);
  }
  return {
    refusals,
    refuse: setRefusals,
    attach(files) {
      const { capabilities } = chat.getState();
      const reasons = new Set(files.flatMap((file) => reasonAgainst(file, capabilities) ?? []));
      const possible = files.filter((file) => reasonAgainst(file, capabilities) === null);
      if (files.length > 0) setRefusals([...reasons, ...attachFiles(conversationId, possible)]);
    },
  };
}

/** Why this server's model cannot use such a file, although others could. */
function reasonAgainst({ type, name }: File, capabilities: Capabilities | null): string | null {
  const kind = attachmentKind(type, name);
  if (!capabilities || (kind !== 'image' && kind !== 'pdf')) return null;
  const { ok, reason } = kind === 'image' ? capabilities.attachImage : capabilities.attachPdf;
  return ok ? null : (reason ?? 'This server’s model can’t read this kind of file.');
}
