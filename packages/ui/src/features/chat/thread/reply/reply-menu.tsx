import { MODES, type FeedbackRating, type ModeId, t } from '@parley/core';
import { Suspense, useEffect, useState, type ReactNode, type RefObject } from 'react';
import { useStore } from 'zustand';
import { Menu } from '../../../../kit/controls/menu.tsx';
import {
  BadIcon,
  BranchIcon,
  CopyIcon,
  GoodIcon,
  LongerIcon,
  ModelIcon,
  PlainerIcon,
  ReadAloudIcon,
  ReportIcon,
  ShorterIcon,
  StopIcon,
} from '../../../../kit/icons/icons.ts';
import { MODE_ICONS } from '../../../../kit/icons/mode-icons.ts';
import { lazyPart } from '../../../../kit/lazy/lazy-part.tsx';
import { copyRichText } from '../../../../kit/text/copy-rich-text.ts';
import { setPrinting } from '../../../../kit/hooks/use-fold.ts';
import { textToCopy } from '../../../../kit/reply/reply-actions.tsx';
import { plainHtml } from '../../../../kit/text/plain-html.ts';
import { navigate } from '../../../../kit/overlays/navigate.ts';
import type { RetryOptions } from '../../../../stores/chat/stream/regenerate-reply.ts';
import { useChat, useChatStore, useClient } from '../../../../stores/client.ts';
import { useModelOptions } from '../../models/model-menu.tsx';
import { readAloud, reading, stopReading } from '../../read-aloud/reading.ts';
import { ReadingBar } from '../../read-aloud/reading-bar.tsx';

const FeedbackDialog = lazyPart(
  'feedback',
  async () => (await import('../../feedback/feedback-dialog.tsx')).FeedbackDialog,
);
const ReportDialog = lazyPart('report', async () => (await import('../../feedback/report-dialog.tsx')).ReportDialog);
/** The modes in which a question can be asked again. Image is not among them: a picture is not another answer. */
const OFFERED: Partial<Record<ModeId, string>> = { thinking: t`With Thinking`, web_search: t`With Search` };

export interface ReplyMenuProps {
  conversationId: string;
  /** Key of the reply. */
  messageId: string;
  /** The mode of the reply. */
  mode: ModeId | undefined;
  onRetry: (how: RetryOptions) => void;
  isOpen: boolean;
  onClose: () => void;
  trigger: RefObject<HTMLButtonElement | null>;
  /** The menu's trigger, as it is rendered. */
  children: ReactNode;
}

/**
 * Further ways to retry a reply, to go on from it in a new conversation, to rate or report it, and to read it aloud. Loaded
 * lazily, with the voice: Safari speaks only within the press of the row.
 */
export function ReplyMenu({
  conversationId,
  messageId,
  mode,
  onRetry,
  isOpen,
  onClose,
  trigger,
  children,
}: ReplyMenuProps) {
  const capabilities = useChat((chat) => chat.capabilities);
  const branch = useChat((chat) => chat.branch);
  const isTemporary = useChat((chat) => chat.isTemporary);
  const chat = useChatStore();
  const { api, platform } = useClient();
  const [rating, setRating] = useState<FeedbackRating | null>(null);
  const isRead = useStore(reading, (state) => state.messageId === messageId);
  useEffect(
    () => () => {
      if (reading.getState().messageId === messageId) stopReading();
    },
    [messageId],
  );
  const shownText = () => trigger.current?.closest('[data-reply]')?.querySelector('.prose');
  const dialog = { returnsTo: () => trigger.current, onClose: () => setRating(null) };
  useEffect(() => {
    // The menu's trigger is gone with it, and the focus with both.
    if (!isOpen && document.activeElement === document.body) trigger.current?.focus();
  }, [isOpen, trigger]);
  const showProblem = (problem: string) =>
    chat.setState({ notice: { kind: 'change-failed', conversationId, text: problem } });
  const copyRich = async () => {
    const shown = shownText();
    const copied = chat.getState().messages[messageId];
    if (!shown || !copied) return;
    setPrinting(true);
    const html = plainHtml(shown);
    setPrinting(false);
    const isCopied = await copyRichText(html, textToCopy(copied));
    if (!isCopied) showProblem(t`Your browser blocks copying. Select the text and copy it yourself.`);
  };
  const read = () => {
    const text = shownText();
    if (!text) return;
    const message = chat.getState().messages[messageId];
    // The server doesn't store temporary chats.
    const isSpoken = platform.settings.readsAloud && message && !isTemporary;
    const load = isSpoken
      ? async (sentence: string, signal: AbortSignal) =>
          (await api.audio()).speak({ messageId: message.id, sentence }, signal)
      : null;
    void readAloud(messageId, text, { onProblem: showProblem, load });
  };
  const openBranch = async () => {
    const id = await branch(conversationId, messageId);
    if (id !== null) navigate(`/c/${id}`);
  };
  const modes = MODES.filter(({ id }) => id in OFFERED && id !== mode && capabilities?.[id].ok !== false);
  const readingRows = isRead
    ? [{ label: t`Stop reading`, icon: StopIcon, onChoose: stopReading }]
    : platform.settings.readsAloud || 'speechSynthesis' in globalThis
      ? [{ label: t`Read aloud`, icon: ReadAloudIcon, onChoose: read }]
      : [];
  // The server stores neither temporary chats nor, of imported replies, what wrote them.
  const message = useChat((state) => state.messages[messageId]);
  const ratingRows =
    isTemporary || message?.mode === undefined
      ? []
      : [
          { label: t`Good reply`, icon: GoodIcon, onChoose: () => setRating('good') },
          { label: t`Bad reply`, icon: BadIcon, onChoose: () => setRating('bad') },
          { label: t`Report`, icon: ReportIcon, onChoose: () => setRating('report') },
        ];
  // Another model draws a picture.
  const { models } = useModelOptions(isOpen && mode !== 'image');
  const besides = (
    <>
      {isRead && <ReadingBar />}
      {rating !== null && message && (
        <Suspense>
          {rating === 'report' ? (
            <ReportDialog reported={{ conversationId, messageId: message.id }} {...dialog} />
          ) : (
            <FeedbackDialog rated={{ conversationId, messageId: message.id }} rating={rating} {...dialog} />
          )}
        </Suspense>
      )}
    </>
  );
  if (!isOpen) {
    return (
      <>
        {children}
        {besides}
      </>
    );
  }
  return (
    <>
      <Menu
        onClose={onClose}
        heading={message?.model && t`Written by ${message.model.label}`}
        items={[
          ...modes.map(({ id, label }) => ({
            label: OFFERED[id] ?? label,
            icon: MODE_ICONS[id],
            onChoose: () => onRetry({ mode: id }),
          })),
          ...models
            .filter(({ id }) => id !== message?.model?.id)
            .map(({ id, label }) => ({
              label: t`With ${label}`,
              icon: ModelIcon,
              onChoose: () => onRetry({ model: id }),
            })),
          { label: t`Shorter`, icon: ShorterIcon, onChoose: () => onRetry({ length: 'shorter' }) },
          { label: t`Longer`, icon: LongerIcon, onChoose: () => onRetry({ length: 'longer' }) },
          { label: t`Plainer`, icon: PlainerIcon, onChoose: () => onRetry({ length: 'plainer' }) },
          { label: t`Copy as rich text`, icon: CopyIcon, onChoose: () => void copyRich() },
          ...(isTemporary
            ? []
            : [{ label: t`Branch into a new chat`, icon: BranchIcon, onChoose: () => void openBranch() }]),
          ...readingRows,
          ...ratingRows,
        ]}
      >
        {children}
      </Menu>
      {besides}
    </>
  );
}
