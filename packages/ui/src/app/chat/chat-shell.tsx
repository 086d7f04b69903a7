import { t } from '@parley/core';
import type { ProductSettings, User } from '@parley/core';
import { ChatPage } from '../../features/chat/chat-page.tsx';
import type { Platform } from '../../platform.ts';
import { EMPTY_THREAD } from '../../stores/chat/chat-context.ts';
import { openChat } from '../../stores/chat/open-chat.ts';
import { ChatContext, ClientContext } from '../../stores/client.ts';
import { createStores } from '../../stores/create-stores.ts';

interface ChatShellProps {
  settings: ProductSettings;
  /** Whether the user closed the sidebar; matters on wide pages only. */
  isSidebarClosed: boolean;
  /** Whether the conversation is empty, rather than still unknown. */
  isEmpty: boolean;
}

const ID = 'shell';
/** Nothing is known of the user but that they are signed in. */
const USER: User = {
  _id: ID,
  // As high as the line with the address.
  email: '\u00a0',
  subscriptionTier: 'premium',
  subscriptionStatus: 'active',
  usagePeriodEnd: null,
  isAdmin: false,
  emailVerified: true,
};

/**
 * The chat page as it first renders for a signed-in user, before anything has loaded, with the loading screen's status.
 * The build prerenders it.
 */
export function ChatShell({ settings, isSidebarClosed, isEmpty }: ChatShellProps) {
  const stored = isSidebarClosed ? 'closed' : null;
  const platform: Platform = {
    kind: 'web',
    apiUrl: '',
    settings,
    infoPage: null,
    enableOffline: nothing,
    storage: { get: (key) => (key === 'sidebar' ? stored : null), set: nothing, remove: nothing },
    browserSignIn: null,
    shell: null,
  };
  const stores = createStores(platform, 'light');
  const { chat } = openChat(stores, platform);
  begin(stores.connection, { reach: 'reached' });
  begin(stores.session, { status: 'signed-in', user: USER });
  begin(chat, { threads: isEmpty ? { [ID]: EMPTY_THREAD } : {} });
  return (
    <ClientContext value={{ platform, ...stores }}>
      <p role="status" className="sr-only">{t`Loading ${settings.productName}...`}</p>
      <ChatContext value={chat}>
        <ChatPage
          conversationId={ID}
          onAuthenticate={nothing}
          onSettings={nothing}
          onSelect={nothing}
          onUpgrade={nothing}
        />
      </ChatContext>
    </ClientContext>
  );
}

/** Changes a store's initial state, which is the one that renders without a browser. */
function begin<State>(
  store: { setState: (change: Partial<State>) => void; getState: () => State; getInitialState: () => State },
  change: Partial<State>,
): void {
  store.setState(change);
  store.getInitialState = store.getState;
}

function nothing(): void {}
