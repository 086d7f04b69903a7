import { INFO_PAGES, isCounted, t } from '@parley/core';
import {
  ArchiveIcon,
  DarkThemeIcon,
  DeleteIcon,
  DownloadIcon,
  EditIcon,
  ExportDataIcon,
  InfoIcon,
  LightThemeIcon,
  PinIcon,
  PrintIcon,
  SettingsIcon,
  ShareIcon,
  ShortcutsIcon,
  SystemThemeIcon,
  TemporaryChatIcon,
  UnpinIcon,
  UpgradeIcon,
  type IconNode,
} from '../../../kit/icons/icons.ts';
import { navigate } from '../../../kit/overlays/navigate.ts';
import { useChat, useChatStore, useClient, usePreferences, useSession } from '../../../stores/client.ts';
import { exportConversation } from '../export-conversation.ts';
import { printConversation } from '../thread/print/print-conversation.ts';

export interface PaletteAction {
  label: string;
  icon: IconNode;
  /** Shortcut. */
  keys?: string;
  run: () => void;
  /** Whether the palette stays open for what follows. */
  keepsOpen?: boolean;
}

export interface PaletteCommands {
  onDelete: (conversationId: string) => void;
  onShare: (conversationId: string) => void;
  onTemporary: () => void;
  onSettings: () => void;
  onShortcuts: () => void;
  onUpgrade: () => void;
}

const THEMES = [
  { theme: 'system', label: t`Theme: System`, icon: SystemThemeIcon },
  { theme: 'light', label: t`Theme: Light`, icon: LightThemeIcon },
  { theme: 'dark', label: t`Theme: Dark`, icon: DarkThemeIcon },
] as const;

const PAGES = new Set<string>(['help', 'contact', 'status', 'privacy']);

/** The palette's actions on the conversation on the page, if it has messages. */
export function useConversationActions(
  id: string,
  {
    onRename,
    onDelete,
    onShare,
  }: Pick<PaletteCommands, 'onDelete' | 'onShare'> & { onRename: (title: string) => void },
): PaletteAction[] {
  const conversation = useChat((state) => state.conversations.find((listed) => listed.id === id));
  const chat = useChatStore();
  const client = useClient();
  if (!conversation) return [];
  const { title, pinned, archived } = conversation;
  const { setPinned, setArchived } = chat.getState();
  const save = (as: 'markdown' | 'json') => void exportConversation(client, chat, id, as);
  return [
    { label: t`Rename`, icon: EditIcon, run: () => onRename(title), keepsOpen: true },
    { label: pinned ? t`Unpin` : t`Pin`, icon: pinned ? UnpinIcon : PinIcon, run: () => void setPinned(id, !pinned) },
    ...(client.platform.settings.makesShareLinks ? [{ label: t`Share`, icon: ShareIcon, run: () => onShare(id) }] : []),
    { label: t`Export as Markdown`, icon: DownloadIcon, run: () => save('markdown') },
    { label: t`Export as JSON`, icon: ExportDataIcon, run: () => save('json') },
    { label: t`Print`, icon: PrintIcon, run: () => void printConversation(chat, id) },
    { label: archived ? t`Unarchive` : t`Archive`, icon: ArchiveIcon, run: () => void setArchived(id, !archived) },
    { label: t`Delete`, icon: DeleteIcon, run: () => onDelete(id) },
  ];
}

/** The palette's actions that concern no conversation. */
export function useAppActions({ onTemporary, onSettings, onShortcuts, onUpgrade }: PaletteCommands): PaletteAction[] {
  const user = useSession((session) => session.user);
  const { takesPayments } = useClient().platform.settings;
  const current = usePreferences((preferences) => preferences.themeChoice);
  const setTheme = usePreferences((preferences) => preferences.setTheme);
  return [
    ...(user ? [{ label: t`Temporary chat`, icon: TemporaryChatIcon, run: onTemporary }] : []),
    { label: t`Settings`, icon: SettingsIcon, run: onSettings },
    { label: t`Keyboard shortcuts`, icon: ShortcutsIcon, keys: '?', run: onShortcuts },
    ...(user && isCounted(user) && takesPayments
      ? [{ label: t`Upgrade to Premium`, icon: UpgradeIcon, run: onUpgrade }]
      : []),
    ...THEMES.filter(({ theme }) => theme !== current).map(({ theme, ...shown }) => ({
      ...shown,
      run: () => setTheme(theme),
    })),
    ...INFO_PAGES.filter(({ id }) => PAGES.has(id)).map(({ id, label }) => ({
      label,
      icon: InfoIcon,
      run: () => navigate(`/${id}`),
    })),
  ];
}
