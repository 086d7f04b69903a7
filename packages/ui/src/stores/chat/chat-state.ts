import type { StoreApi } from 'zustand/vanilla';
import type {
  Attachment,
  AttachmentKind,
  Capabilities,
  Conversation,
  Message,
  ModeId,
  SearchHit,
  SuggestedPrompt,
  Usage,
  UserEvent,
} from '@parley/core';
import type { MessagesByConversation } from './send/send-queue.ts';

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
  /** Where that which stood in the box of a conversation goes on that was deleted elsewhere. */
  movedTo?: string | null;
  /** The reply being written, if any. `messageId` is a key; `generationId` is null until the server has accepted. */
  reply: { generationId: string | null; messageId: string; connection: Connection; stopping: boolean } | null;
}

/** Something that did not work, in a sentence for a person. Only the latest one is kept. */
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
  /** Questions that go out, in this order, once there is a way to the server; they survive a reload. */
  queued: MessagesByConversation;
  /** Conversations in which Image mode shall draw anew although there is a picture that could be changed. */
  startsNewImage: Record<string, true>;
  /** What the server's model can do; null until it is known, and then nothing is greyed. */
  capabilities: Capabilities | null;
  /** What an empty chat suggests before anything else, from the onboarding. */
  prompts: SuggestedPrompt[];
  /** The conversation that was deleted last and can be brought back. */
  deleted: ConversationSummary | null;
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
  /**
   * Sends a question with what is attached to it; does nothing while the thread is not ready, a reply is being written or
   * an upload is under way. Resolves once the server has it or has refused it. Where there is no way to the server it waits
   * in the thread until there is one.
   */
  send(conversationId: string, text: string): Promise<void>;
  /** Puts a question that waits back into its box. */
  unqueueMessage(conversationId: string, clientMessageId: string): void;
  /** Puts files into the next question and uploads them; those of a wrong type or size are refused with an alert text. */
  attach(conversationId: string, files: readonly File[]): string[];
  retryUpload(conversationId: string, key: string): void;
  removeAttachment(conversationId: string, key: string): void;
  setStartsNewImage(conversationId: string, startsNewImage: boolean): void;
  /** Opens a question for editing; without `messageId` the last one of the conversation. */
  beginEdit(conversationId: string, messageId?: string): void;
  setEditText(text: string): void;
  cancelEdit(): void;
  /**
   * Asks the edited question instead: what followed it leaves the screen and stays as a version. Blank or unchanged text
   * only cancels. When it is refused, the old branch and the editor with the text are back. Resolves like `send`.
   */
  saveEdit(): Promise<void>;
  /**
   * Shows another version of a message, and what follows that one: `by` places on among its `versionIds`, counted from the
   * one that is shown once earlier steps are made. `messageId` is any of them.
   */
  stepVersion(conversationId: string, messageId: string, by: number): Promise<void>;
  /** Answers again: replaces the reply under this key and what follows it. Resolves like `send`. */
  retry(conversationId: string, messageId: string): Promise<void>;
  stop(conversationId: string): Promise<void>;
  /** Deletes; it can be brought back with `undoDelete` until `forgetDeleted`. */
  deleteConversation(conversationId: string): Promise<void>;
  undoDelete(): Promise<void>;
  forgetDeleted(): void;
  /** Blank titles are ignored. */
  rename(conversationId: string, title: string): Promise<void>;
  setPinned(conversationId: string, pinned: boolean): Promise<void>;
  /** Full text over all messages and titles; rejects like the api client does. */
  search(query: string, signal: AbortSignal): Promise<SearchHit[]>;
  /** Opens a conversation, loads as far back as this message and shows its version; resolves to its key, or null when it is gone. */
  findMessage(conversationId: string, messageId: string): Promise<string | null>;
  setDraft(conversationId: string, text: string): void;
  setMode(mode: ModeId): void;
  dismissNotice(): void;
  /** Takes what the server tells of changes elsewhere, and asks it for what of that is shown here. */
  handleUserEvent(event: UserEvent): void;
  refreshUsage(): Promise<void>;
  refreshCapabilities(): Promise<void>;
  /** Call when the page becomes visible, shown or online, or its window gets the focus: broken ways are mended at once. */
  wake(): void;
  /**
   * Ends the session. `expired` reads no more, and keeps what is on screen and what is unsent for the same user's return;
   * `signed-out` forgets all of it.
   */
  reset(why: 'signed-out' | 'expired'): void;
}

export type ChatStore = StoreApi<ChatState & ChatActions>;
