import { shownTitle, t, type SearchHit } from '@parley/core';
import { Command } from 'cmdk';
import { Dialog as Primitive } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { CloseIcon, ConversationIcon, EditIcon, NewChatIcon, SearchIcon } from '../../../kit/icons/icons.ts';
import { Icon } from '../../../kit/icons/icon.tsx';
import { IconButton } from '../../../kit/controls/icon-button.tsx';
import { Kbd } from '../../../kit/controls/kbd.tsx';
import { DialogFrame } from '../../../kit/overlays/dialog-frame.tsx';
import { shortcut } from '../../../kit/controls/shortcut.ts';
import { useToday } from '../../../kit/hooks/use-today.ts';
import { useChat } from '../../../stores/client.ts';
import { composerElement } from '../chat-elements.ts';
import { dayLabel } from './day-label.ts';
import type { FoundMessage } from './found-message.ts';
import { Marked } from './marked.tsx';
import { ActionLine, Day, Group, KeyHint, Line, MessageItem, Word } from './palette-items.tsx';
import { foldText } from '../../../kit/text/fold-text.ts';
import { readableSnippet } from '../../../kit/text/readable-snippet.ts';
import {
  useAppActions,
  useConversationActions,
  type PaletteAction,
  type PaletteCommands,
} from './use-palette-actions.ts';
import { useBegunChats } from './use-begun-chats.ts';
import { useSearch } from './use-search.ts';
import '../../../kit/all-utilities.css';

/** Number of recent conversations listed before anything is typed. */
const RECENT = 8;

interface PaletteProps extends PaletteCommands {
  /** The conversation on the page. */
  conversationId: string;
  /** Initial text of the search box. */
  initialQuery: string;
  onOpen: (conversationId: string, found?: FoundMessage | null) => void;
  /** Starts a conversation with `text` as its draft. */
  onNewChat: (text: string) => void;
  onClose: () => void;
}

/** Search dialog that opens any conversation or message, and acts on the conversation on the page. */
export function Palette({ conversationId, initialQuery, onOpen, onNewChat, onClose, ...commands }: PaletteProps) {
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(initialQuery);
  const [isRenaming, setRenaming] = useState(false);
  const title = typed.trim();
  const query = isRenaming ? '' : title;
  const { hits, status } = useSearch(query);
  const rename = useChat((chat) => chat.rename);
  const conversationActions = useConversationActions(conversationId, {
    onDelete: commands.onDelete,
    onShare: commands.onShare,
    onRename(current) {
      setTyped(current);
      setRenaming(true);
      setSelected('rename-to');
    },
  });
  const appActions = useAppActions(commands);
  const matches = (text: string) => foldText(text).includes(foldText(query));
  const matching = (actions: PaletteAction[]) => actions.filter(({ label }) => matches(label));
  const begun = useBegunChats(conversationId)
    .filter(({ text }) => matches(text))
    .slice(0, RECENT);
  const listed = useChat((chat) => chat.conversations);
  const conversations = query === '' ? listed.filter(({ archived }) => !archived).slice(0, RECENT) : [];
  const today = useToday();
  const messages = hits.filter(({ messageId }) => messageId !== null);
  const titles = hits.filter(({ messageId }) => messageId === null);
  const [selected, setSelected] = useState('');
  const best = messages[0]?.messageId ?? titles[0]?.conversationId;
  useEffect(() => {
    if (best !== undefined) setSelected(best);
  }, [best]);
  const then = (go: () => void) => () => {
    onClose();
    go();
  };
  return (
    <DialogFrame
      placement="top"
      aria-describedby={undefined}
      onClose={onClose}
      returnsTo={() => composerElement.current?.querySelector('textarea') ?? null}
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        box.current?.focus();
      }}
      className="w-full overflow-hidden max-md:h-(--visible-height) md:max-w-160 md:rounded-lg"
    >
      <Primitive.Title className="sr-only">{t`Search messages`}</Primitive.Title>
      <Command
        shouldFilter={false}
        loop
        label={t`Search messages`}
        value={selected}
        onValueChange={setSelected}
        className="flex max-h-full flex-col"
      >
        <div className="flex h-14 shrink-0 items-center gap-3 border-b border-hairline px-4 text-subtle">
          <Icon icon={SearchIcon} />
          <Command.Input
            ref={box}
            value={typed}
            onValueChange={setTyped}
            placeholder={isRenaming ? t`New title` : t`Search messages`}
            className="min-w-0 flex-1 bg-transparent text-body text-ink outline-none"
          />
          <IconButton label={t`Close`} icon={CloseIcon} onClick={onClose} className="-me-1.5" />
        </div>
        <Command.List
          label={t`Results`}
          className="scrollbar-quiet overflow-y-auto overscroll-contain px-2 pb-2 max-md:flex-1 md:max-h-[calc(var(--visible-height)*0.6)]"
        >
          {isRenaming ? (
            <Line id="rename-to" icon={EditIcon} onSelect={then(() => void rename(conversationId, title))}>
              {title === '' ? t`Keep the title` : t`Rename to “${title}”`}
            </Line>
          ) : (
            <>
              {messages.length > 0 && (
                <Group heading={t`Messages`}>
                  {messages.map((hit) => (
                    <MessageItem
                      key={hit.messageId}
                      hit={hit}
                      day={whereAndWhen(hit, today)}
                      onSelect={then(() => onOpen(hit.conversationId, toFoundMessage(hit)))}
                    />
                  ))}
                </Group>
              )}
              {titles.length > 0 && (
                <Group heading={t`Conversations`}>
                  {titles.map((hit) => (
                    <Line
                      key={hit.conversationId}
                      id={hit.conversationId}
                      icon={ConversationIcon}
                      end={<Day>{whereAndWhen(hit, today)}</Day>}
                      onSelect={then(() => onOpen(hit.conversationId))}
                    >
                      <Marked {...readableSnippet({ text: hit.snippet, marks: hit.marks })} />
                    </Line>
                  ))}
                </Group>
              )}
              {begun.length + conversations.length > 0 && (
                <Group heading={t`Recent conversations`}>
                  {begun.map(({ id, text, isNew }) => (
                    <Line
                      key={id}
                      id={id}
                      icon={EditIcon}
                      end={isNew && <Day>{t`New Chat`}</Day>}
                      onSelect={then(() => onOpen(id))}
                    >
                      {text}
                    </Line>
                  ))}
                  {conversations.map(({ id, title, updatedAt }) => (
                    <Line
                      key={id}
                      id={id}
                      icon={ConversationIcon}
                      end={<Day>{dayLabel(updatedAt, today)}</Day>}
                      onSelect={then(() => onOpen(id))}
                    >
                      {shownTitle(title)}
                    </Line>
                  ))}
                </Group>
              )}
              {status === 'ready' && hits.length + begun.length === 0 && <Word>{t`No results for “${query}”.`}</Word>}
              {status === 'failed' && <Word>{t`Search failed. Check your connection and try again.`}</Word>}
              {matching(conversationActions).length > 0 && (
                <Group heading={t`This conversation`}>
                  {matching(conversationActions).map((action) => (
                    <ActionLine
                      key={action.label}
                      action={action}
                      onSelect={action.keepsOpen ? action.run : then(action.run)}
                    />
                  ))}
                </Group>
              )}
              <Group heading={t`Actions`}>
                <Line
                  id="new-chat"
                  icon={NewChatIcon}
                  end={
                    query === '' && <Kbd className="touch:hidden">{shortcut('O', { command: true, shift: true })}</Kbd>
                  }
                  onSelect={then(() => onNewChat(query))}
                >
                  {query === '' ? t`New Chat` : t`New Chat with “${query}”`}
                </Line>
                {matching(appActions).map((action) => (
                  <ActionLine key={action.label} action={action} onSelect={then(action.run)} />
                ))}
              </Group>
            </>
          )}
        </Command.List>
        <p className="flex shrink-0 gap-4 border-t border-hairline px-4 py-2.5 text-xs text-subtle max-md:hidden touch:hidden">
          <KeyHint keys={['↑', '↓']}>{t`to move`}</KeyHint>
          <KeyHint keys={['↵']}>{t`to open`}</KeyHint>
          <KeyHint keys={[t`esc`]}>{t`to close`}</KeyHint>
        </p>
      </Command>
    </DialogFrame>
  );
}

function toFoundMessage({ conversationId, messageId, snippet, marks }: SearchHit): FoundMessage | null {
  if (messageId === null) return null;
  return { conversationId, messageId, words: marks.map(([start, end]) => snippet.slice(start, end)) };
}

/** Archived conversations are in no list beside the results. */
function whereAndWhen({ archived, timestamp }: SearchHit, today: Date): string {
  const day = dayLabel(timestamp, today);
  return archived ? t`Archived · ${day}` : day;
}
