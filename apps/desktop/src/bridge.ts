import type { DeepLink, DesktopSignInRequest, LanguageId, ProductSettings } from '@parley/core';
import type { EndedReply, ShellCommand } from '@parley/ui';

export type { EndedReply };

/** What is stored in the system's keychain, and nowhere else on the disk. */
export const SECRETS = ['token'] as const;
export type SecretName = (typeof SECRETS)[number];

/** The server of this app: its `settings` once it has answered, else what is wrong, as a sentence. */
export type ServerState = { url: string; settings: ProductSettings } | { url: string; problem: string };

export interface StartState {
  server: ServerState;
  secrets: Partial<Record<SecretName, string>>;
  /**
   * `inset`: the page extends to the window's edge and contains the system's window buttons, where its lines start.
   * `inset-end`: they are where its lines end, as in an Arabic app on an English system.
   */
  frame: 'inset' | 'inset-end' | 'native';
  /** The languages of this build. */
  languages: LanguageId[];
  /** Whether secrets survive a restart; false if the system has no keychain. */
  keepsSecrets: boolean;
}

/** The events that main sends to a page. */
export type DesktopEvent =
  | { type: 'command'; command: ShellCommand }
  | { type: 'link'; link: DeepLink }
  | { type: 'choose-server' }
  | { type: 'found'; match: number; matches: number }
  | { type: 'shown' }
  /** To the main window: a question waits for `takeQuestion`. */
  | { type: 'question' }
  /** To the quick-ask window: this question was sent. Null: whatever was typed belongs to an account that is gone. */
  | { type: 'clear'; question: string | null };

/** The calls from pages to main. Main checks every argument. */
export interface DesktopIpc {
  /** Returns everything that the main window's page needs before it can render. */
  start(): Promise<StartState>;
  /** Stores a secret, or deletes it with null. False: it is only in memory and gone after this run. */
  keepSecret(name: SecretName, value: string | null): Promise<boolean>;
  /** Asks the current server again. */
  askServer(): Promise<ServerState>;
  /** Switches to another server, which must answer. Deletes everything of the last one and reloads the page. */
  useServer(address: string): Promise<ServerState>;
  /** Opens the server's sign-in page in the system's browser. */
  openSignIn(request: DesktopSignInRequest): Promise<void>;
  /** Reports that a reply ended. Shows a notification unless the window has the focus. */
  replyEnded(reply: EndedReply): Promise<void>;
  /** Keeps the language of the app on this machine and opens all pages again if it is another one. */
  setLanguage(language: LanguageId): Promise<void>;
  /** Shows the number of unread conversations on the app's icon. */
  setUnreadCount(count: number): Promise<void>;
  /**
   * From the quick-ask window: shows the main window, whose chat sends the question in a new conversation. The question
   * waits for the chat in place of an earlier one, and stays in the quick-ask window until `clear`. If no user is signed
   * in, or the session ends before a chat opens, it does not wait.
   */
  quickAsk(text: string): Promise<void>;
  /** From a main window with a chat: returns the question that waits, once, or null. */
  takeQuestion(): Promise<string | null>;
  /** From the quick-ask window: hides it. */
  closeQuickAsk(): Promise<void>;
  /** From the find bar: finds the next or previous match in the main window's page. */
  find(text: string, forward: boolean): Promise<void>;
  /** From the find bar: hides it. */
  closeFind(): Promise<void>;
}

/** What the preload exposes to every page as `window.desktop`. */
export interface DesktopBridge extends DesktopIpc {
  /** Subscribes to the events of this page for its lifetime. Events from before the first subscription come first. */
  onEvent(listener: (event: DesktopEvent) => void): void;
}

/** The IPC channel of each call. */
export const CHANNELS = {
  start: 'desktop:start',
  keepSecret: 'desktop:keep-secret',
  askServer: 'desktop:ask-server',
  useServer: 'desktop:use-server',
  openSignIn: 'desktop:open-sign-in',
  replyEnded: 'desktop:reply-ended',
  setUnreadCount: 'desktop:set-unread-count',
  setLanguage: 'desktop:set-language',
  quickAsk: 'desktop:quick-ask',
  takeQuestion: 'desktop:take-question',
  closeQuickAsk: 'desktop:close-quick-ask',
  find: 'desktop:find',
  closeFind: 'desktop:close-find',
} as const satisfies Record<keyof DesktopIpc, `desktop:${string}`>;

/** The channel on which a page says that it is ready for events. */
export const LISTEN_CHANNEL = 'desktop:listen';

/** The channel of main's events. */
export const EVENT_CHANNEL = 'desktop:event';
