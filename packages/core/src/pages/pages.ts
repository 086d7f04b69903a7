import { t } from '../language/translate.ts';
import { INFO_PAGES } from './info-pages.ts';

/** The pages that mails link to, each followed by `#` and the token, which so stays out of every log. */
export const MAILED_PAGES = { verify: '/verify-email', reset: '/reset-password' } as const;

/** The page on which a person in the system's browser authorizes the desktop app; see `desktopSignInQuery`. */
export const DESKTOP_SIGN_IN_PATH = '/desktop-sign-in';

/** The path of shared pages, which the server renders and which are no pages of the client; the token follows. */
export const SHARE_PATH = '/share';

/** The page on which readers continue a shared conversation; the token follows `#`, which keeps it out of every log. */
export const CONTINUE_PATH = '/continue';

/** The page to which Apple sends the browser back. */
export const APPLE_CALLBACK_PATH = '/auth/apple/callback';

/** The page to which every OpenID Connect provider sends the browser back; it is registered there. */
export const PROVIDER_CALLBACK_PATH = '/auth/callback';

export type Visitor = 'signed-out' | 'signed-in' | 'admin';

interface PageRow {
  id: string;
  /** Matches exactly, with or without a slash at the end. `*` is every path without a row for this visitor. */
  path: string;
  /** `signed-in` includes admins. */
  access: 'everyone' | Visitor;
  /** The lazily loaded part of the client that shows the page: `packages/ui/src/app/pages/<chunk>.tsx`. */
  chunk: string;
  /** Stands before the product's name in the document's title; null for a page that sets its own title. */
  title: string | null;
  /** Signed-in users open the page inside the running chat, so that going there and back loads nothing again. */
  inChat: boolean;
}

const standalone = { access: 'everyone', chunk: 'session', inChat: false } as const;
const billing = { access: 'everyone', chunk: 'billing', inChat: true } as const;

/**
 * Every page of the client. The client's gate and router, its preloads, boot script, chunks and service worker, and the
 * server's page handler are all derived from these rows.
 */
export const PAGES = [
  { id: 'landing', path: '*', access: 'signed-out', chunk: 'landing', title: t`AI chat assistant`, inChat: false },
  { id: 'chat', path: '*', access: 'signed-in', chunk: 'chat', title: null, inChat: true },
  { id: 'figures', path: '/admin', access: 'admin', chunk: 'admin', title: t`Dashboard`, inChat: true },
  { id: 'pricing', path: '/pricing', title: t`Premium`, ...billing },
  { id: 'pricing', path: '/premium', title: t`Premium`, ...billing },
  { id: 'payment-success', path: '/payment-success', title: t`Payment Successful!`, ...billing },
  { id: 'payment-cancel', path: '/payment-cancel', title: t`Payment Cancelled`, ...billing },
  { id: 'apple', path: APPLE_CALLBACK_PATH, title: t`Completing Sign-In`, ...standalone },
  { id: 'provider', path: PROVIDER_CALLBACK_PATH, title: t`Completing Sign-In`, ...standalone },
  { id: 'verify', path: MAILED_PAGES.verify, title: t`Confirm your email`, ...standalone },
  { id: 'reset', path: MAILED_PAGES.reset, title: t`Choose a new password`, ...standalone },
  { id: 'continue', path: CONTINUE_PATH, title: t`Continue in a new chat`, ...standalone },
  { id: 'desktop', path: DESKTOP_SIGN_IN_PATH, title: t`Sign in to the desktop app`, ...standalone },
  ...INFO_PAGES.map(
    ({ id }) => ({ id, path: `/${id}`, access: 'everyone', chunk: 'info', title: null, inChat: false }) as const,
  ),
] as const satisfies readonly PageRow[];

export type Page = (typeof PAGES)[number];
export type PageChunk = Page['chunk'];
export type PageId<Chunk extends PageChunk = PageChunk> = Extract<Page, { chunk: Chunk }>['id'];

/** The page that the build renders ahead, so that it can be read before any script has come. */
export const PRERENDERED_PAGE = 'landing' satisfies PageId;

/** The page that this visitor gets at this path of an address. */
export function pageAt(path: string, visitor: Visitor): Page {
  const exact = path.replace(/(?!^)\/$/, '');
  const open = PAGES.filter(
    ({ access }) => access === 'everyone' || access === visitor || (access === 'signed-in' && visitor !== 'signed-out'),
  );
  const page = open.find((row) => row.path === exact) ?? open.find((row) => row.path === '*');
  if (!page) throw new Error(`No row says what ${visitor} visitors get at ${path}`);
  return page;
}

/** Paths of the landing page; it is also shown at the paths of signed-in pages. */
const LANDING_PATHS = ['/', '/landing'];

/** Whether some visitor gets a page of this very address. Any other address redirects to `/`. */
export function isNamedPath(path: string): boolean {
  const exact = path.replace(/(?!^)\/$/, '');
  return (
    LANDING_PATHS.includes(exact) || conversationIdAt(path) !== undefined || PAGES.some((row) => row.path === exact)
  );
}

/** The conversation at this path of an address, which may be unknown; undefined where the path names none. */
export function conversationIdAt(path: string): string | undefined {
  return /^\/c\/([^/]+)\/?$/.exec(path)?.[1];
}

/** Whether the page is the same for every visitor, so that it can be shown before the session is checked. */
export function isSameForEveryone({ access, inChat }: Page): boolean {
  return access === 'everyone' && !inChat;
}

/** The parts of the client that show this page to this visitor, in the order in which they begin. */
export function chunksOf({ chunk, inChat }: Page, visitor: Visitor): PageChunk[] {
  return inChat && visitor !== 'signed-out' && chunk !== 'chat' ? ['chat', chunk] : [chunk];
}
