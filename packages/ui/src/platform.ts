import type { DeepLink, DesktopSignInRequest, InfoPageContent, ProductSettings } from '@parley/core';

/** What differs between web and desktop; `App` gets it once, at its start. At most eight members. */
export interface Platform {
  kind: 'web' | 'desktop';
  /** Origin of the API, without a slash at the end; empty where the page itself came from there. */
  apiUrl: string;
  /** The product's name and free tier, as the server sent them. */
  settings: ProductSettings;
  /** The content of the information page that was opened, if the server sent it with the page; else null. */
  infoPage: InfoPageContent | null;
  /** Lets the client open without a network from now on; called some time after a sign-in. Never throws. */
  enableOffline(): void;
  /** Stores what may be lost: token, theme, drafts. Never throws; without storage, values last as long as the page. */
  storage: { get(key: string): string | null; set(key: string, value: string): void; remove(key: string): void };
  /** Signing in by way of the system's browser; null where this runs in one. */
  browserSignIn: BrowserSignIn | null;
  /** What stands around the pages on the desktop: menu, tray, notifications; null in a browser. */
  shell: Shell | null;
}

export interface Shell {
  /**
   * Calls back with what the person chooses outside of the pages, each once; what came before anybody listened goes to the
   * first who does. Returns what stops it.
   */
  onCommand(listener: (command: ShellCommand) => void): () => void;
  /** Reports an ended reply. The shell notifies the user unless its window has the focus. */
  replyEnded(reply: EndedReply): void;
}

/** `ask` sends its text in a new conversation. */
export type ShellCommand =
  { do: 'new-chat' } | { do: 'settings' } | { do: 'open'; conversationId: string } | { do: 'ask'; text: string };

export interface EndedReply {
  conversationId: string;
  /** Of the conversation. */
  title: string;
  /** How the reply begins, or why it failed. */
  text: string;
}

/** How the desktop reaches the system's browser, and is reached from it. */
export interface BrowserSignIn {
  /** Opens the server's `DESKTOP_SIGN_IN_PATH` with this request in the system's browser; rejects where none opens. */
  open(request: DesktopSignInRequest): Promise<void>;
  /**
   * Calls back with every deep link that the app is opened with and that `parseDeepLink` could read, each once; one that
   * came before anybody listened goes to the first who does. Returns what stops it. Never trust a link: anybody makes one.
   */
  onReturn(listener: (link: DeepLink) => void): () => void;
}
