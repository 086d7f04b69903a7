import { attachmentKind, MAX_ATTACHMENTS, type Capabilities, t } from '@parley/core';
import { useState } from 'react';
import { useChat, useChatStore, useSession } from '../../../stores/client.ts';
import { pastedFile } from '../attachments/pasted-file.ts';

export interface Attaching {
  attach: (files: readonly File[]) => void;
  /** Attaches a long pasted text as a file. False if it is short, or nothing more can be attached. */
  attachText: (text: string) => boolean;
  /** Why files or other input were just refused, as sentences for the user. */
  refusals: readonly string[];
  refuse: (sentences: string[]) => void;
}

const NONE: readonly string[] = [];
/** Characters from which a pasted text becomes a file. */
const LONG_PASTE = 5_000;

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
  const signedIn = useSession(({ status }) => status === 'signed-in');
  const attach = (files: readonly File[]) => {
    const { capabilities } = chat.getState();
    const reasons = new Set(files.flatMap((file) => reasonAgainst(file, capabilities) ?? []));
    const possible = files.filter((file) => reasonAgainst(file, capabilities) === null);
    if (files.length > 0) setRefusals([...reasons, ...attachFiles(conversationId, possible)]);
  };
  return {
    refusals,
    refuse: setRefusals,
    attach,
    attachText(text) {
      if (text.length < LONG_PASTE || !signedIn || count >= MAX_ATTACHMENTS) return false;
      attach([pastedFile(text)]);
      return true;
    },
  };
}

/** Why this server's model cannot use such a file, although others could. */
function reasonAgainst({ type, name }: File, capabilities: Capabilities | null): string | null {
  const kind = attachmentKind(type, name);
  if (!capabilities || (kind !== 'image' && kind !== 'pdf')) return null;
  const { ok, reason } = kind === 'image' ? capabilities.attachImage : capabilities.attachPdf;
  return ok ? null : (reason ?? t`This server’s model can’t read this kind of file.`);
}
