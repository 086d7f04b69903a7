import type { DeepLink, DesktopSignInRequest, ProductSettings } from '@parley/core';
import type { EndedReply, ShellCommand } from '@parley/ui';

export type { EndedReply };

/** What is kept in the system's keychain, and nowhere else on the disk. */
export const SECRETS = ['token'] as const;
export type SecretName = (typeof SECRETS)[number];

/** The server that this app speaks to: `settings` once it has answered, else the sentence that says what is wrong. */
export type ServerState = { url: string; settings: ProductSettings } | { url: string; problem: string };

export interface StartState {
  server: ServerState;
  secrets: Partial<Record<SecretName, string>>;
  /** `inset`: the page runs up to the window's edge and the system's window buttons lie in it. */
  frame: 'inset' | 'native';
  /** Whether secrets outlast this run; false where the system has no keychain. */
  keepsSecrets: boolean;
}

/** What main tells a page. */
export type DesktopEvent =
  | { type: 'command'; command: ShellCommand }
  | { type: 'link'; link: DeepLink }
  | { type: 'choose-server' }
  | { type: 'found'; match: number; matches: number }
  | { type: 'shown' };

/** What pages can ask of main. All of it comes from a page: main checks each argument. */
export interface DesktopAsks {
  /** Everything that the main window's page needs before it can be drawn. */
  start(): Promise<StartState>;
  /** Keeps a secret, or with null forgets it. False: it is kept in memory alone, and gone after this run. */
  keepSecret(name: SecretName, value: string | null): Promise<boolean>;
  /** Asks the server in use again. */
  askServer(): Promise<ServerState>;
  /** Takes another server, which must answer; then everything kept from the last one is gone and the page begins anew. */
  useServer(address: string): Promise<ServerState>;
  /** Opens the server's page for signing in, in the system's browser. */
  openSignIn(request: DesktopSignInRequest): Promise<void>;
  /** Tells that a reply has ended; shows a notification where nobody looks at the window. */
  replyEnded(reply: EndedReply): Promise<void>;
  /** From the quick-ask window: asks in a new conversation of the main window. */
  quickAsk(text: string): Promise<void>;
  /** From the quick-ask window: away with it. */
  closeQuickAsk(): Promise<void>;
  /** From the find bar: looks for text in the main window's page, from the last match on, in a direction. */
  find(text: string, forward: boolean): Promise<void>;
  /** From the find bar: away with it. */
  closeFind(): Promise<void>;
}

/** What the preload puts into every page as `window.desktop`. */
export interface DesktopBridge extends DesktopAsks {
  /** Calls back with every event for this page, for as long as it is there; what came before anybody listened comes first. */
  onEvent(listener: (event: DesktopEvent) => void): void;
}

/** The channel of each call. */
export const CHANNELS = {
  start: 'desktop:start',
  keepSecret: 'desktop:keep-secret',
  askServer: 'desktop:ask-server',
  useServer: 'desktop:use-server',
  openSignIn: 'desktop:open-sign-in',
  replyEnded: 'desktop:reply-ended',
  quickAsk: 'desktop:quick-ask',
  closeQuickAsk: 'desktop:close-quick-ask',
  find: 'desktop:find',
  closeFind: 'desktop:close-find',
} as const satisfies Record<keyof DesktopAsks, `desktop:${string}`>;

/** On which a page says that it listens from now on. */
export const LISTEN_CHANNEL = 'desktop:listen';

/** The one channel on which main speaks first. */
export const EVENT_CHANNEL = 'desktop:event';
