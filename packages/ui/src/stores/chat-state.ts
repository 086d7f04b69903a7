import type { Conversation, Message, ModeId, Usage } from '@parley/core';

/** How a running reply reaches this client. `resuming` shows a banner only after a minute. */
export type Connection = 'connecting' | 'live' | 'stalled' | 'resuming';

/** One conversation's messages as far as this client has them. */
export interface Thread {
  status: 'loading' | 'ready' | 'failed' | 'not-found';
  /** Oldest first. The messages themselves are in `ChatState.messages`, so a delta touches one entry only. */
  messageIds: string[];
  /** Give as `before` to load older ones; null when there are none. */
  nextBefore: string | null;
  /** The reply being written, if any. */
  reply: { generationId: string | null; messageId: string; connection: Connection; stopping: boolean } | null;
}

export interface ChatState {
  historyStatus: 'loading' | 'ready' | 'failed';
  /** Newest first; a conversation without a message is not among them. */
  conversations: (Conversation & { lastText: string })[];
  nextBefore: string | null;
  threads: Record<string, Thread>;
  messages: Record<string, Message>;
  usage: Usage | null;
  mode: ModeId;
  /** What is typed and not sent, by conversation id. */
  drafts: Record<string, string>;
}
