import { isCounted, t } from '@parley/core';
import {
  LogoutIcon,
  NewChatIcon,
  SearchIcon,
  SettingsIcon,
  SidebarIcon,
  UpgradeIcon,
} from '../../../kit/icons/icons.ts';
import { IconButton } from '../../../kit/controls/icon-button.tsx';
import { Mark } from '../../../kit/icons/wordmark.tsx';
import { useClient, useSession } from '../../../stores/client.ts';
import { TemporaryButton } from './temporary-button.tsx';

interface CollapsedSidebarProps {
  onOpen: () => void;
  onSearch: () => void;
  onNewChat: () => void;
  onTemporary: () => void;
  onSettings: () => void;
  onUpgrade: () => void;
}

export function CollapsedSidebar(props: CollapsedSidebarProps) {
  const { onOpen, onSearch, onNewChat, onTemporary, onSettings, onUpgrade } = props;
  const { productName, takesPayments } = useClient().platform.settings;
  const user = useSession((session) => session.user);
  const signOut = useSession((session) => session.signOut);
  return (
    <div className="flex h-full w-[calc(4rem-1px)] flex-col items-center">
      <div data-window-handle className="flex h-(--bar) shrink-0 items-center justify-center">
        <Mark productName={productName} />
      </div>
      <div className="grid shrink-0 gap-2">
        <IconButton
          data-sidebar-toggle
          label={t`Open sidebar`}
          icon={SidebarIcon}
          size="size-10"
          className="mirrored"
          onClick={onOpen}
        />
        <IconButton label={t`New Chat`} icon={NewChatIcon} size="size-10" onClick={onNewChat} />
        <TemporaryButton onClick={onTemporary} />
        <IconButton label={t`Search conversations`} icon={SearchIcon} size="size-10" onClick={onSearch} />
      </div>
      <div className="mt-auto grid gap-0.5 p-2">
        {user && isCounted(user) && takesPayments && (
          <IconButton
            label={t`Upgrade to Premium`}
            icon={UpgradeIcon}
            size="size-10"
            className="bg-accent-soft text-accent-text!"
            onClick={onUpgrade}
          />
        )}
        <IconButton label={t`Settings`} icon={SettingsIcon} size="size-10" onClick={onSettings} />
        {user && (
          <IconButton
            label={t`Logout`}
            icon={LogoutIcon}
            size="size-10"
            className="mirrored"
            onClick={() => void signOut()}
          />
        )}
      </div>
    </div>
  );
}
