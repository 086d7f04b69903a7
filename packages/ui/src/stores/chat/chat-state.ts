import type {
  Attachment,
  AttachmentKind,
  Capabilities,
  Conversation,
  Message,
  ModeId,
  SuggestedPrompt,
  Usage,
} from '@parley/core';
import type { MessagesByConversation } from './send/send-queue.ts';

/**
 * The connection of a running reply. `connecting`: nothing has arrived yet. `live`: bytes arrive. `stalled`: it was lost or
 * went silent, and reconnects without a notice. `resuming`: it has been lost for more than a minute; show a banner.
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
  /** Id of the new conversation that takes over the draft when this one was deleted on another device. */
  movedTo?: string | null;
  /** The reply being written, if any. `messageId` is a key; `generationId` is null until the server has accepted. */
  reply: { generationId: string | null; messageId: string; connection: Connection; stopping: boolean } | null;
}

/** An error in a sentence for the user. Only the latest one is shown. */
export interface Notice {
  kind:
    | 'limit'
    | 'send-failed'
    | 'retry-failed'
    | 'edit-failed'
    | 'version-failed'
    | 'stop-failed'
    | 'delete-failed'
    | 'change-failed'
    | 'load-failed';
  conversationId: string;
  text: string;
}

export interface ConversationSummary extends Conversation {
  /** Text of the last message, for the sidebar's search. */
  lastText: string;
}

/** A file on its way into the next question of a conversation. */
export interface DraftAttachment {
  /** Of this client. */
  key: string;
  name: string;
  kind: AttachmentKind;
  /** Bytes. */
  size: number;
  status: 'uploading' | 'ready' | 'failed';
  /** From 0 to 1, of the bytes that have left. */
  progress: number;
  /** Why it failed. */
  error: string | null;
  /** Whether sending it once more may help. */
  canRetry: boolean;
  /** What the server made of it, once `ready`. */
  attachment: Attachment | null;
  /** Address of a picture's preview: an object URL, or the server's once `ready` after a reload. */
  previewUrl: string | null;
}

/** The question that is being edited, and how far. */
export interface Editing {
  conversationId: string;
  /** A key of `ChatState.messages`. */
  messageId: string;
  text: string;
}

export interface ChatState {
  historyStatus: 'loading' | 'ready' | 'failed';
  /** Newest first, the pinned ones all among them; a conversation without a message is not. */
  conversations: ConversationSummary[];
  nextBefore: string | null;
  threads: Record<string, Thread>;
  messages: Record<string, Message>;
  usage: Usage | null;
  mode: ModeId;
  /** What is typed and not sent, by conversation id. */
  drafts: Record<string, string>;
  /** What is attached and not sent, by conversation id; what was ready survives a reload. */
  attachments: Record<string, DraftAttachment[]>;
  editing: Editing | null;
  /** Messages that are sent, in this order, once the server is reachable. They survive a reload. */
  queued: MessagesByConversation;
  /** Conversations in which Image mode draws a new image instead of editing the last one. */
  startsNewImage: Record<string, true>;
  /** What the server's model can do; null until it is known, and then nothing is greyed. */
  capabilities: Capabilities | null;
  /** What an empty chat suggests before anything else, from the onboarding. */
  prompts: SuggestedPrompt[];
  /** The conversation that was deleted last and can be brought back. */
  deleted: ConversationSummary | null;
  notice: Notice | null;
}
