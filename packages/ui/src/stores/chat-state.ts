import type { StoreApi } from 'zustand/vanilla';
import type { Conversation, Message, ModeId, Usage } from '@parley/core';

/**
 * How a running reply reaches this client. `connecting`: nothing has arrived yet. `live`: bytes arrive. `stalled`: the
 * way broke or went quiet, and is being mended without a word. `resuming`: so for more than a minute; show a banner.
 */
export type Connection = 'connecting' | 'live' | 'stalled' | 'resuming';

/** One conversation's messages as far as this client has them. */
export interface Thread {
  status: 'loading' | 'ready' | 'failed' | 'not-found';
  /**
   * Oldest first: keys of `ChatState.messages`, where a delta touches one entry only. A key never changes while its
   * message is on screen. It is the server's id for what was loaded, and an id of this client for what was sent from
   * here; `Message.id` becomes the server's id once that is known.
   */
  messageIds: string[];
  /** Give as `before` to load older ones; null when there are none. */
  nextBefore: string | null;
  isLoadingOlder: boolean;
  /** The reply being written, if any. `messageId` is a key; `generationId` is null until the server has accepted. */
  reply: { generationId: string | null; messageId: string; connection: Connection; stopping: boolean } | null;
}

/** Something that did not work, in a sentence for a person. Only the latest one is kept. */
export interface Notice {
  kind: 'limit' | 'send-failed' | 'retry-failed' | 'stop-failed' | 'delete-failed' | 'load-failed';
  conversationId: string;
  text: string;
}

export interface ConversationSummary extends Conversation {
  /** Text of the last message, for the sidebar's search. */
  lastText: string;
}

export interface ChatState {
  historyStatus: 'loading' | 'ready' | 'failed';
  /** Newest first; a conversation without a message is not among them. */
  conversations: ConversationSummary[];
  nextBefore: string | null;
  threads: Record<string, Thread>;
  messages: Record<string, Message>;
  usage: Usage | null;
  mode: ModeId;
  /** What is typed and not sent, by conversation id. */
  drafts: Record<string, string>;
  notice: Notice | null;
}

/** None of these reject: what goes wrong becomes a `Notice` or a status. */
export interface ChatActions {
  /** Begins a signed-in session: this user's drafts and unsent messages, history, usage and running replies. */
  start(userId: string): Promise<void>;
  /** Loads the first page of conversations again; what this client has newer is kept. */
  loadHistory(): Promise<void>;
  loadMoreHistory(): Promise<void>;
  /** Loads the end of a conversation, or brings what is there up to date, and follows a reply being written. */
  openThread(conversationId: string): Promise<void>;
  loadOlder(conversationId: string): Promise<void>;
  /** Makes an empty conversation, or finds the one that is still empty, and returns its id. Nothing is sent. */
  newConversation(): string;
  /** Sends a question; does nothing while the thread is not ready or a reply is being written. Resolves once the server has it or has refused it. */
  send(conversationId: string, text: string): Promise<void>;
  /** Answers again: replaces the reply under this key and what follows it. Resolves like `send`. */
  retry(conversationId: string, messageId: string): Promise<void>;
  stop(conversationId: string): Promise<void>;
  deleteConversation(conversationId: string): Promise<void>;
  setDraft(conversationId: string, text: string): void;
  setMode(mode: ModeId): void;
  dismissNotice(): void;
  refreshUsage(): Promise<void>;
  /** Call when the page becomes visible, shown or online, or its window gets the focus: broken ways are mended at once. */
  wake(): void;
  /**
   * Ends the session. `expired` reads no more, and keeps what is on screen and what is unsent for the same user's return;
   * `signed-out` forgets all of it.
   */
  reset(why: 'signed-out' | 'expired'): void;
}

export type ChatStore = StoreApi<ChatState & ChatActions>;
