import { LogOut, PanelLeft, Search, SquarePen } from 'lucide-react';
import { IconButton } from '../../../kit/icon-button.tsx';
import { Mark } from '../../../kit/wordmark.tsx';
import { useClient, useSession } from '../../../stores/client.ts';
import { useOtherTheme } from './use-other-theme.ts';

interface CollapsedSidebarProps {
  onOpen: () => void;
  onSearch: () => void;
  onNewChat: () => void;
}

export function CollapsedSidebar({ onOpen, onSearch, onNewChat }: CollapsedSidebarProps) {
  const { productName } = useClient().platform.settings;
  const signedIn = useSession((session) => session.status === 'signed-in');
  const signOut = useSession((session) => session.signOut);
  const theme = useOtherTheme();
  return (
    <div className="flex h-full flex-col items-center">
      <div className="flex h-(--bar) shrink-0 items-center justify-center">
        <Mark productName={productName} />
      </div>
      <div className="grid shrink-0 gap-2">
        <IconButton data-sidebar-toggle label="Open sidebar" icon={PanelLeft} size="size-10" onClick={onOpen} />
        <IconButton label="New Chat" icon={SquarePen} size="size-10" onClick={onNewChat} />
        <IconButton label="Search conversations" icon={Search} size="size-10" onClick={onSearch} />
      </div>
      <div className="mt-auto grid gap-0.5 p-2">
        <IconButton label={theme.label} icon={theme.icon} size="size-10" onClick={theme.change} />
        {signedIn && <IconButton label="Logout" icon={LogOut} size="size-10" onClick={() => void signOut()} />}
      </div>
    </div>
  );
}
