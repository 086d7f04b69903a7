import type { Locator, Page } from '@playwright/test';
import type { Account } from '../support/account.ts';
import type { Chat } from '../support/chat.ts';
import * as measured from './measures.ts';
import * as places from './places.ts';

/** A page in one of these states, and what it has said and asked for by then. */
export interface On {
  page: Page;
  chat: Chat;
  account: Account;
  /** Errors in the console. */
  logged: string[];
  /** `METHOD /path` of every request to the API. */
  called: string[];
}

/** What the page shows when a row is looked for; `states.ts` brings it there. */
export type State =
  | 'starting'
  | 'reading'
  | 'narrow'
  | 'collapsed'
  | 'searching the list'
  | 'deleting'
  | 'editing'
  | 'blank saved'
  | 'sent'
  | 'thinking'
  | 'thought'
  | 'folded'
  | 'searching the web'
  | 'searched'
  | 'drawn'
  | 'attached'
  | 'typing'
  | 'left'
  | 'below'
  | 'apart'
  | 'at the limit'
  | 'admin'
  | 'expired'
  | 'refused with a page'
  | 'refused without a body'
  | 'refused with 429'
  | 'failed in the middle'
  | 'not deleted'
  | 'badly stored'
  | 'without a history'
  | 'without a part'
  | 'called';

/** A literal of the spec and where it belongs, or a number and how it is measured. Texts are compared whole. */
export type Row = { section: string; state: State } & (
  | { says: string | ((on: On) => string); at: (on: On, says: string) => Locator }
  | { what: string; is: unknown; of: (on: On) => Promise<unknown> }
);

/** Longer than 25 characters, of which no blank is near the 25th. */
export const LONG_TITLE = 'Incomprehensible misunderstandings';

const LOADING = '2 Loading screen';
const CHAT = '2 Chat screen';
const BUBBLE = '2 Message bubble';
const DELETE = '2 Delete confirmation dialog';
const ENTITIES = '3 Entities';
const STATES = '4 States and transitions';
const RULES = '5 Validation rules';
const CALLS = '7 Calls';
const ERRORS = '8 Error catalogue';
const LIMITS = '9 Constants and limits';

const LIMIT_SENTENCE = 'Daily message limit reached. Please upgrade to Premium for unlimited messages.';

export const ROWS: Row[] = [
  { section: LOADING, state: 'starting', says: 'Loading Parley...', at: places.status },

  { section: CHAT, state: 'reading', says: 'New Chat', at: places.inSidebar },
  { section: CHAT, state: 'reading', says: 'Search conversations...', at: places.placeholder },
  {
    section: CHAT,
    state: 'reading',
    says: 'Delete',
    at: places.sidebarTitle,
  },
  { section: CHAT, state: 'reading', says: 'Settings', at: places.inSidebar },
  { section: CHAT, state: 'reading', says: 'Upgrade to Premium', at: places.inSidebar },
  { section: CHAT, state: 'reading', says: ({ account }) => `Logged in as ${account.email}`, at: places.sidebarWords },
  { section: CHAT, state: 'reading', says: 'Logout', at: places.inSidebar },
  { section: CHAT, state: 'reading', says: 'Incomprehensible misunder…', at: places.entry },
  { section: CHAT, state: 'reading', says: 'Attach a file', at: places.button },
  { section: CHAT, state: 'reading', says: 'Normal', at: places.mode },
  { section: CHAT, state: 'reading', says: 'Thinking', at: places.mode },
  { section: CHAT, state: 'reading', says: 'Image', at: places.mode },
  { section: CHAT, state: 'reading', says: 'Search', at: places.mode },
  { section: CHAT, state: 'reading', says: 'Messages used: 3 / 10 (12h)', at: places.words },
  {
    section: CHAT,
    state: 'reading',
    says: 'Parley can make mistakes. Consider checking important information.',
    at: places.words,
  },
  { section: CHAT, state: 'narrow', says: 'Open menu', at: places.button },
  { section: CHAT, state: 'narrow', says: LONG_TITLE, at: places.heading },
  { section: CHAT, state: 'narrow', says: 'New Chat', at: places.button },
  { section: CHAT, state: 'searching the list', says: 'No conversations found.', at: places.status },
  { section: CHAT, state: 'expired', says: 'Login', at: places.inSidebar },
  { section: CHAT, state: 'expired', says: 'Register', at: places.inSidebar },
  { section: CHAT, state: 'sent', says: 'Stop', at: places.button },
  { section: CHAT, state: 'at the limit', says: 'Messages used: 10 / 10 (12h)', at: places.words },
  { section: CHAT, state: 'at the limit', says: 'Upgrade', at: places.button },
  { section: CHAT, state: 'left', says: 'Auto-scroll disabled - new content available below', at: places.button },
  { section: CHAT, state: 'below', says: 'New content available below', at: places.button },
  { section: CHAT, state: 'apart', says: 'Scroll to bottom', at: places.button },
  {
    section: CHAT,
    state: 'searching the web',
    says: 'Executing Tools',
    at: places.smallHeading,
  },
  { section: CHAT, state: 'searching the web', says: 'Running...', at: places.toast },
  { section: CHAT, state: 'searching the web', says: 'Completed', at: places.toast },
  { section: CHAT, state: 'admin', says: 'Admin', at: places.sidebarWords },
  { section: CHAT, state: 'admin', says: 'Premium features unlocked', at: places.sidebarWords },
  { section: CHAT, state: 'admin', says: 'Testing mode', at: places.sidebarWords },
  {
    section: CHAT,
    state: 'admin',
    says: 'Admin Mode Active (Premium features unlocked for testing)',
    at: places.words,
  },

  { section: BUBBLE, state: 'reading', says: 'Edit message', at: places.button },
  { section: BUBBLE, state: 'reading', says: 'Copy', at: places.button },
  { section: BUBBLE, state: 'reading', says: 'Copy code', at: places.button },
  { section: BUBBLE, state: 'reading', says: 'Retry generation', at: places.button },
  { section: BUBBLE, state: 'editing', says: 'Cancel', at: places.button },
  { section: BUBBLE, state: 'editing', says: 'Save & Regenerate', at: places.button },
  { section: BUBBLE, state: 'sent', says: 'Processing...', at: places.words },
  { section: BUBBLE, state: 'thinking', says: 'Reasoning...', at: places.button },
  { section: BUBBLE, state: 'thought', says: 'Hide Reasoning', at: places.button },
  { section: BUBBLE, state: 'folded', says: 'Show Reasoning', at: places.button },
  { section: BUBBLE, state: 'searched', says: 'Sources (2)', at: places.button },
  { section: BUBBLE, state: 'drawn', says: 'Save image', at: places.button },
  {
    section: BUBBLE,
    state: 'drawn',
    says: 'Download image',
    at: places.link,
  },
  {
    section: BUBBLE,
    state: 'drawn',
    what: 'name of a saved picture',
    is: 'generated-image-{timestamp}.png',
    of: measured.savedName,
  },

  {
    section: DELETE,
    state: 'deleting',
    says: `Are you sure you want to delete "${LONG_TITLE}"? This action cannot be undone.`,
    at: places.words,
  },
  { section: DELETE, state: 'deleting', says: 'Delete', at: places.inDialog },
  { section: DELETE, state: 'deleting', says: 'Cancel', at: places.inDialog },
  { section: DELETE, state: 'deleting', says: 'Close', at: places.inDialog },

  {
    section: ENTITIES,
    state: 'reading',
    what: 'key of the token in local storage',
    is: 'token',
    of: measured.tokenKey,
  },
  { section: ENTITIES, state: 'without a history', says: 'New Chat', at: places.heading },
  { section: ENTITIES, state: 'reading', what: 'mode of a first visit', is: 'Normal', of: measured.chosenMode },

  { section: STATES, state: 'expired', what: 'token after a 401', is: null, of: measured.storedToken },
  { section: STATES, state: 'blank saved', says: LONG_TITLE, at: places.question },

  { section: RULES, state: 'expired', says: 'Sign in to start chatting...', at: places.placeholder },
  { section: RULES, state: 'at the limit', says: 'Upgrade to Premium to continue chatting...', at: places.placeholder },
  {
    section: RULES,
    state: 'attached',
    says: 'Unsupported file type: application/zip. Please upload images, .txt, or .pdf files.',
    at: places.alert,
  },
  {
    section: RULES,
    state: 'badly stored',
    says: 'Invalid Message from Local Storage',
    at: places.inReply,
  },

  { section: CALLS, state: 'called', what: 'session', is: true, of: measured.called('GET /api/auth/me') },
  { section: CALLS, state: 'called', what: 'sign in', is: true, of: measured.called('POST /api/auth/login') },
  { section: CALLS, state: 'called', what: 'sign out', is: true, of: measured.called('GET /api/auth/logout') },
  { section: CALLS, state: 'called', what: 'history', is: true, of: measured.called('GET /api/chat/history') },
  { section: CALLS, state: 'called', what: 'usage', is: true, of: measured.called('GET /api/chat/usage') },
  { section: CALLS, state: 'called', what: 'stream', is: true, of: measured.called('POST /api/chat/stream') },
  { section: CALLS, state: 'called', what: 'delete', is: true, of: measured.called('DELETE /api/chat/{id}') },

  { section: ERRORS, state: 'without a history', what: 'a fresh chat to write in', is: true, of: measured.canWrite },
  { section: ERRORS, state: 'refused with a page', says: 'HTTP error! status: 502', at: places.alert },
  { section: ERRORS, state: 'refused without a body', says: 'No reader available', at: places.alert },
  { section: ERRORS, state: 'refused with 429', says: LIMIT_SENTENCE, at: places.alert },
  { section: ERRORS, state: 'at the limit', says: LIMIT_SENTENCE, at: places.status },
  {
    section: ERRORS,
    state: 'failed in the middle',
    says: 'Error: The AI service failed while replying. Please try again.',
    at: places.words,
  },
  { section: ERRORS, state: 'failed in the middle', says: 'Retry generation', at: places.button },
  {
    section: ERRORS,
    state: 'not deleted',
    what: 'log of it',
    is: true,
    of: measured.logged('Failed to delete conversation'),
  },
  { section: ERRORS, state: 'without a part', says: 'Unexpected Application Error', at: places.heading },

  { section: LIMITS, state: 'reading', what: 'width of the sidebar', is: 64 * 4, of: measured.sidebarWidth },
  {
    section: LIMITS,
    state: 'collapsed',
    what: 'width of the collapsed sidebar',
    is: 16 * 4,
    of: measured.sidebarWidth,
  },
  { section: LIMITS, state: 'typing', what: 'height of the largest box', is: 128, of: measured.boxHeight },
  { section: LIMITS, state: 'editing', what: 'rows of the editor', is: 3, of: measured.editorRows },
  { section: LIMITS, state: 'attached', what: 'width of an attached picture', is: 200, of: measured.attachedWidth },
  { section: LIMITS, state: 'drawn', what: 'width of a drawn picture', is: 300, of: measured.drawnWidth },
  {
    section: LIMITS,
    state: 'reading',
    what: 'width from which the sidebar is beside',
    is: 768,
    of: measured.breakpoint,
  },
  {
    section: LIMITS,
    state: 'apart',
    what: 'furthest from the end without a button',
    is: 50,
    of: measured.buttonBeyond,
  },
  {
    section: LIMITS,
    state: 'apart',
    what: 'furthest from the end that is taken along',
    is: 150,
    of: measured.followWithin,
  },
  { section: LIMITS, state: 'left', what: 'milliseconds of the notice', is: 3000, of: measured.noticeFor },
  {
    section: LIMITS,
    state: 'reading',
    what: 'milliseconds of a copied reply',
    is: 1500,
    of: measured.copiedFor('Copy', 'Copied'),
  },
  {
    section: LIMITS,
    state: 'reading',
    what: 'milliseconds of copied code',
    is: 1500,
    of: measured.copiedFor('Copy code', 'Copied code'),
  },
];

/** Every section of the spec that the chat is made of, and the tests that hold what is more than a text or a number. */
export const SECTIONS: Record<string, string[]> = {
  [LOADING]: ['routes.spec.ts'],
  [CHAT]: [
    'sidebar.spec.ts',
    'conversations.spec.ts',
    'modes.spec.ts',
    'keyboard.spec.ts',
    'limit.spec.ts',
    'admin.spec.ts',
  ],
  [BUBBLE]: ['modes.spec.ts', 'drawn-pictures.spec.ts', 'first-answer.spec.ts'],
  [DELETE]: ['sidebar.spec.ts', 'conversations.spec.ts'],
  [ENTITIES]: ['attachments.spec.ts', 'auth-dialog.spec.ts'],
  [STATES]: ['first-answer.spec.ts', 'survive.spec.ts', 'modes.spec.ts', 'never-lose.spec.ts'],
  [RULES]: ['attachments.spec.ts', 'bad-input.spec.ts', 'never-lose.spec.ts', 'auth-dialog.spec.ts'],
  [CALLS]: ['auth-dialog.spec.ts', 'attachments.spec.ts'],
  [ERRORS]: ['faults.spec.ts', 'never-lose.spec.ts', 'limit.spec.ts', 'auth-dialog.spec.ts', 'routes.spec.ts'],
  [LIMITS]: ['modes.spec.ts', 'limit.spec.ts', 'first-load.spec.ts'],
};
