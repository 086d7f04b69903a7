import type { DeepLink, DesktopSignInRequest, InfoPageContent, LanguageId, ProductSettings } from '@parley/core';

/** The differences between web and desktop. `App` gets it once, at its start. At most eight members. */
export interface Platform {
  kind: 'web' | 'desktop';
  /** Origin of the API, without a trailing slash; empty if the API has the page's own origin. */
  apiUrl: string;
  /** The product's name and free tier, as the server sent them. */
  settings: ProductSettings;
  /** The content of the information page that was opened, if the server sent it with the page; else null. */
  infoPage: InfoPageContent | null;
  /** Lets the client open without a network from now on; called some time after a sign-in. Never throws. */
  enableOffline(): void;
  /** Stores what may be lost: token, theme, drafts. Never throws; without storage, values last as long as the page. */
  storage: { get(key: string): string | null; set(key: string, value: string): void; remove(key: string): void };
  /** Sign-in through the system's browser; null in a browser. */
  browserSignIn: BrowserSignIn | null;
  /** The desktop's menu, tray and notifications; null in a browser. */
  shell: Shell | null;
}

export interface Shell {
  /**
   * Calls back once for each command that the user chooses outside the pages. Commands that came before the first
   * listener go to it. Returns a function that unsubscribes.
   */
  onCommand(listener: (command: ShellCommand) => void): () => void;
  /**
   * Calls back once with each question of quick ask, to be sent in a new conversation. A question that came before the
   * listener, or before this page, goes to it. Returns a function that unsubscribes.
   */
  onQuestion(listener: (text: string) => void): () => void;
  /** Reports an ended reply. The shell notifies the user unless its window has the focus. */
  replyEnded(reply: EndedReply): void;
  /** Shows the number of unread conversations on the app's icon; none for 0. */
  setUnreadCount(count: number): void;
  /** Keeps the language of the app and opens its pages again; absent where it has English only. */
  setLanguage?(language: LanguageId): void;
}

export type ShellCommand = { do: 'new-chat' } | { do: 'settings' } | { do: 'open'; conversationId: string };

export interface EndedReply {
  conversationId: string;
  /** Title of the conversation. */
  title: string;
  /** The beginning of the reply, or why it failed. */
  text: string;
}

/** Connects the desktop app to the system's browser, in both directions. */
export interface BrowserSignIn {
  /** Opens the server's `DESKTOP_SIGN_IN_PATH` with this request in the system's browser; rejects if none opens. */
  open(request: DesktopSignInRequest): Promise<void>;
  /**
   * Calls back once for each deep link that opened the app and that `parseDeepLink` could read. A link that came before
   * the first listener goes to it. Returns a function that unsubscribes. Never trust a link: anyone can make one.
   */
  onReturn(listener: (link: DeepLink) => void): () => void;
}
