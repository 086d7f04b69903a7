import { t } from '@parley/core';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { CloseIcon, NewChatIcon, SearchIcon, SidebarIcon } from '../../../kit/icons/icons.ts';
import { Icon } from '../../../kit/icons/icon.tsx';
import { IconButton } from '../../../kit/controls/icon-button.tsx';
import { isComposing } from '../../../kit/hooks/is-composing.ts';
import { shortcut } from '../../../kit/controls/shortcut.ts';
import { Wordmark } from '../../../kit/icons/wordmark.tsx';
import { useClient } from '../../../stores/client.ts';
import type { ProjectAction } from '../projects/project-overlay.tsx';
import { Account } from './account.tsx';
import type { EntryActions } from './history-entry.tsx';
import { History } from './history.tsx';
import { TemporaryButton } from './temporary-button.tsx';

interface SidebarProps extends EntryActions {
  conversationId: string;
  /** Whether it overlays the chat instead of standing beside it. */
  isDrawer: boolean;
  /** Whether it was opened to search. */
  searching: boolean;
  onNewChat: () => void;
  onTemporary: () => void;
  onProject: (action: ProjectAction) => void;
  onSearchAll: (query: string) => void;
  onAuthenticate: (mode: 'login' | 'register') => void;
  onSettings: () => void;
  onShortcuts: () => void;
  onUpgrade: () => void;
  onClose: () => void;
}

export function Sidebar(props: SidebarProps) {
  const { isDrawer, searching, onNewChat, onTemporary, onClose } = props;
  const { kind, settings } = useClient().platform;
  const { productName } = settings;
  const [query, setQuery] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const onSearchKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || query === '' || isComposing(event.nativeEvent)) return;
    // Clears the query only; the same Escape must not also stop the reply or close the drawer.
    event.preventDefault();
    setQuery('');
  };
  useEffect(() => {
    if (searching) search.current?.focus();
  }, [searching]);
  return (
    // As wide as when it is open, so that nothing wraps while it opens.
    <div className={`flex min-h-0 flex-1 flex-col ${isDrawer ? '' : 'w-[calc(16rem-1px)]'}`}>
      <div data-window-handle className="flex h-(--bar) shrink-0 items-center justify-between pe-2 ps-4">
        <Wordmark productName={productName} />
        <IconButton
          label={isDrawer ? t`Close sidebar` : t`Collapse sidebar`}
          data-sidebar-toggle
          icon={isDrawer ? CloseIcon : SidebarIcon}
          size={isDrawer ? 'size-11' : 'size-8'}
          className={isDrawer ? '-me-1.5' : 'mirrored'}
          onClick={onClose}
        />
      </div>
      <div className="grid shrink-0 grid-cols-[minmax(0,1fr)] gap-2 px-2 pb-2 short:grid-cols-[minmax(0,auto)_minmax(7rem,1fr)]">
        <div className="flex gap-1.5">
          <button
            type="button"
            onClick={onNewChat}
            className="flex h-10 min-w-0 flex-1 items-center gap-2.5 rounded-sm bg-raised px-2.5 font-medium inset-shadow-edge transition-colors hover:bg-hover max-md:h-11"
          >
            <Icon icon={NewChatIcon} className="text-accent-text" />
            {/* One line high: keys that do not fit beside the name wrap below it and are hidden. */}
            <span className="flex h-5 min-w-0 flex-1 flex-wrap justify-between gap-x-2.5 overflow-hidden leading-5">
              <span className="truncate">{t`New Chat`}</span>
              <span aria-hidden="true" dir="ltr" className="text-[0.6875rem] text-subtle touch:hidden">
                {kind === 'desktop' ? shortcut('N', { command: true }) : shortcut('O', { command: true, shift: true })}
              </span>
            </span>
          </button>
          <TemporaryButton onClick={onTemporary} />
        </div>
        <label className="relative block cursor-text">
          <Icon icon={SearchIcon} className="pointer-events-none absolute inset-y-0 start-2.5 my-auto text-subtle" />
          <input
            ref={search}
            // A field of type search has a button of the browser’s own.
            role="searchbox"
            enterKeyHint="search"
            aria-label={t`Search conversations`}
            placeholder={t`Search conversations...`}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={onSearchKey}
            className="h-9 w-full truncate rounded-sm bg-transparent pe-2.5 ps-9.5 transition-colors hover:bg-hover focus-visible:-outline-offset-2 touch:text-body"
          />
        </label>
      </div>
      <History
        query={query}
        currentId={props.conversationId}
        onDelete={props.onDelete}
        onChoose={props.onChoose}
        onSelect={props.onSelect}
        onMove={props.onMove}
        onProject={props.onProject}
        onShare={props.onShare}
        onSearchAll={props.onSearchAll}
      />
      <Account
        onAuthenticate={props.onAuthenticate}
        onSettings={props.onSettings}
        onShortcuts={props.onShortcuts}
        onUpgrade={props.onUpgrade}
      />
    </div>
  );
}
