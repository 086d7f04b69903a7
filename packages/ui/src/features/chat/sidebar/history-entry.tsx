import { memo, Suspense, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { shownTitle, sidebarTitle, t } from '@parley/core';
import { DeleteIcon, MoreIcon } from '../../../kit/icons/icons.ts';
import { Pulse } from '../../../kit/text/caret.tsx';
import { IconButton } from '../../../kit/controls/icon-button.tsx';
import { lazyPart } from '../../../kit/lazy/lazy-part.tsx';
import { AppLink } from '../../../kit/controls/app-link.tsx';
import { useChat, useFixedChat } from '../../../stores/client.ts';

const EntryMenu = lazyPart('menu', async () => (await import('./entry-menu.tsx')).EntryMenu);
const RenameField = lazyPart('rename', async () => (await import('./rename-field.tsx')).RenameField);

const ACTION_SIZE = 'size-7 max-md:size-11';

/** What can be done with the entries of the sidebar. */
export interface EntryActions {
  onDelete: (id: string) => void;
  onChoose: () => void;
  /** Opens the list in which several conversations can be selected. */
  onSelect: (id: string) => void;
  /** Moves it into a project. */
  onMove: (id: string) => void;
  onShare: (id: string) => void;
}

interface HistoryEntryProps {
  id: string;
  title: string;
  isPinned: boolean;
  isUnread: boolean;
  isCurrent: boolean;
  actions: RefObject<EntryActions>;
}

export const HistoryEntry = memo(function HistoryEntry(props: HistoryEntryProps) {
  const { id, title, isPinned, isUnread, isCurrent, actions } = props;
  const isLive = useChat((chat) => chat.threads[id]?.reply != null);
  const { preloadThread } = useFixedChat();
  const [isRenaming, setRenaming] = useState(false);
  const [hasMenu, setMenu] = useState(false);
  const entry = useRef<HTMLLIElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => () => passFocusOn(entry.current), []);
  const focusLink = () => link.current?.focus();
  if (isRenaming) {
    return (
      <Suspense fallback={<li className="h-9 max-md:h-11" />}>
        <RenameField id={id} title={title} onClose={() => setRenaming(false)} onFocusLost={focusLink} />
      </Suspense>
    );
  }

  const name = shownTitle(title);
  const shown = sidebarTitle(title);
  const rename = () => {
    // The menu unmounts with its entry and would be open when the entry is restored.
    setMenu(false);
    setRenaming(true);
  };
  const focusMore = () => {
    // The button is shown only while its entry has the focus.
    focusLink();
    button.current?.focus();
  };
  const more = (
    <IconButton
      ref={button}
      label={t`More for ${name}`}
      tooltip={t`More`}
      icon={MoreIcon}
      iconSize="sm"
      size={ACTION_SIZE}
      aria-haspopup="menu"
      className="hover:bg-active!"
      onClick={() => setMenu(true)}
    />
  );
  return (
    <li
      ref={entry}
      className={`group relative flex h-9 items-center rounded-sm max-md:h-11 ${isCurrent ? 'bg-active' : 'hover:bg-hover'}`}
    >
      <AppLink
        ref={link}
        to={`/c/${id}`}
        data-tooltip={name}
        aria-label={isLive ? t`${shown}, reply in progress` : undefined}
        aria-current={isCurrent ? 'page' : undefined}
        // A touch may begin a scroll.
        onPointerDown={({ button, pointerType }) => button === 0 && pointerType !== 'touch' && preloadThread(id)}
        onClick={() => actions.current.onChoose()}
        onDoubleClick={() => setRenaming(true)}
        onKeyDown={(event) => event.key === 'F2' && setRenaming(true)}
        className={`flex min-w-0 flex-1 items-center gap-2.5 rounded-sm px-2.5 py-2 max-md:py-3 ${isCurrent ? 'font-medium text-ink' : 'text-muted group-hover:text-ink'}`}
      >
        <span dir="auto" className="truncate">
          {shown}
        </span>
        {isLive && <Pulse className="ms-auto" />}
        {isUnread && !isCurrent && !isLive && (
          // A border, since forced colors leave out backgrounds.
          <span role="img" aria-label={t`Unread`} className="ms-auto shrink-0 rounded-full border-4 border-accent" />
        )}
      </AppLink>
      <span className="me-1 hidden shrink-0 group-focus-within:flex group-hover:flex has-aria-expanded:flex max-md:me-0 max-md:flex touch:flex">
        {hasMenu ? (
          <Suspense fallback={more}>
            <EntryMenu
              id={id}
              isPinned={isPinned}
              actions={actions}
              onRename={rename}
              onClose={() => setMenu(false)}
              onFocusLost={focusMore}
            >
              {more}
            </EntryMenu>
          </Suspense>
        ) : (
          more
        )}
        <IconButton
          label={t`Delete ${name}`}
          tooltip={t`Delete`}
          icon={DeleteIcon}
          iconSize="sm"
          size={ACTION_SIZE}
          // A finger has the menu for it: two buttons would leave little of the title.
          className="hover:bg-active! hover:text-danger! max-md:hidden touch:hidden"
          onClick={() => actions.current.onDelete(id)}
        />
      </span>
    </li>
  );
});

/** Moves the focus to a neighboring entry if this one has it, or along with this one to another group. */
function passFocusOn(entry: HTMLElement | null): void {
  if (!entry?.contains(document.activeElement)) return;
  const neighbor = entry.nextElementSibling ?? entry.previousElementSibling;
  neighbor?.querySelector('a')?.focus();
  const list = entry.closest('nav');
  const path = entry.querySelector('a')?.pathname;
  queueMicrotask(() => list?.querySelector<HTMLElement>(`a[href="${path}"]`)?.focus());
}
