import type {
  Attachment,
  AttachmentKind,
  Capabilities,
  Conversation,
  ListName,
  Memory,
  Message,
  ModeId,
  Project,
  SuggestedPrompt,
  Usage,
} from '@parley/core';
import type { MessagesByConversation } from './send/queue/send-queue.ts';

/**
 * The connection of a running reply. `connecting`: nothing has arrived yet. `live`: bytes arrive. `stalled`: it was
 * lost or went silent, and reconnects without a notice. `resuming`: it has been lost for more than a minute; show a
 * banner.
 */
export type Connection = 'connecting' | 'live' | 'stalled' | 'resuming';

/** The loaded messages of one conversation. */
export interface Thread {
  status: 'loading' | 'ready' | 'failed' | 'not-found';
  /**
   * Oldest first: keys of `ChatState.messages`, where a delta touches one entry only. A key never changes while its
   * message is on screen. It is the server's id for loaded messages and a client-generated id for messages sent from
   * here; `Message.id` becomes the server's id once that is known.
   */
  messageIds: string[];
  /** Pass as `before` to load older ones; null without any. */
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

/** A file attached to the next message of a conversation. */
export interface DraftAttachment {
  /** Client-generated. */
  key: string;
  name: string;
  kind: AttachmentKind;
  /** Bytes. */
  size: number;
  status: 'uploading' | 'ready' | 'failed';
  /** Share of bytes sent, from 0 to 1. */
  progress: number;
  /** Why it failed. */
  error: string | null;
  /** Whether a retry may help. */
  canRetry: boolean;
  /** The server's attachment, once `ready`. */
  attachment: Attachment | null;
  /** Address of a picture's preview: an object URL, or the server's once `ready` after a reload. */
  previewUrl: string | null;
}

/** The message being edited and its current text. */
export interface Editing {
  conversationId: string;
  /** A key of `ChatState.messages`. */
  messageId: string;
  text: string;
}

export interface ChatState {
  /** Whether this is a temporary chat, which is not stored. */
  isTemporary?: true;
  /** `failed` if the first page of conversations, or the next one, could not be loaded. */
  historyStatus: 'loading' | 'ready' | 'failed';
  /** Newest first, including all pinned ones and archived ones that were opened, without empty conversations. */
  conversations: ConversationSummary[];
  nextBefore: string | null;
  threads: Record<string, Thread>;
  messages: Record<string, Message>;
  usage: Usage | null;
  /** Modes chosen by conversation id. They survive a reload. */
  modes: Record<string, ModeId>;
  /** Unsent text by conversation id. */
  drafts: Record<string, string>;
  /** Unsent attachments by conversation id. Uploaded ones survive a reload. */
  attachments: Record<string, DraftAttachment[]>;
  editing: Editing | null;
  /** Messages to send in this order once the server is reachable. They survive a reload. */
  queued: MessagesByConversation;
  /** Conversations in which Image mode draws a new image instead of editing the last one. */
  startsNewImage: Record<string, boolean>;
  /** The model's capabilities; null while unknown, when nothing is disabled. */
  capabilities: Capabilities | null;
  /** First suggestions of an empty chat, from the onboarding. */
  prompts: SuggestedPrompt[];
  /** The last deleted or archived conversation, which can be restored. */
  deleted: ConversationSummary | null;
  notice: Notice | null;
  /** Grows with each change to a conversation on the server, whichever client made it. */
  changeCount: number;
  /** Grows with each change to a list on the server, whichever client made it. */
  listChanges: Record<ListName, number>;
  /** The user's projects, the last change first; null until they were needed. */
  projects: Project[] | null;
  /** The projects that new conversations begin in, by conversation id. */
  startsIn: Record<string, string>;
  /** What the assistant remembered, by the id of the reply. */
  memories: Record<string, Memory[]>;
}
