import { t } from '@parley/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { QuoteIcon } from '../../../../kit/icons/icons.ts';
import { Icon } from '../../../../kit/icons/icon.tsx';
import { useChatStore } from '../../../../stores/client.ts';
import { quoteLines, quoteText } from './quote-text.ts';
import { LOCALE } from '../../../../kit/text/format/locale.ts';

/** Maximum number of quoted characters. */
const MOST = 20_000;
/** Pixels between the selection and the button. */
const GAP = 8;
/** Pixels that the button needs below the selection, and to each side of its center. */
const ROOM = 48;

interface QuoteButtonProps {
  conversationId: string;
  /** Called when the quote is in the draft. */
  onQuoted: () => void;
}

/** Quotes the selected part of a message in the draft, by a button beside the selection or by the key `>`. */
export function QuoteButton({ conversationId, onQuoted }: QuoteButtonProps) {
  const chat = useChatStore();
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  const update = useEffectEvent((event?: Event) => {
    // A selection within a text field, which changes at each key, ends the one of the page.
    const isInField = event?.type === 'selectionchange' && event.target !== document;
    setPlace(isInField ? null : placeBeside(selectedRange()));
  });
  const quote = () => {
    const range = selectedRange();
    if (!range) return;
    const text = quoteText(range);
    if (text === '') return;
    const { drafts, setDraft } = chat.getState();
    const draft = (drafts[conversationId] ?? '').trimEnd();
    const isCut = text.length > MOST;
    const quoted = quoteLines(isCut ? `${cut(text)}…` : text);
    setDraft(conversationId, `${draft === '' ? '' : `${draft}\n\n`}${quoted}\n\n`);
    if (isCut) {
      const notice = t`The quote has only the first ${MOST.toLocaleString(LOCALE)} characters of your selection.`;
      chat.setState({ notice: { kind: 'change-failed', conversationId, text: notice } });
    }
    getSelection()?.removeAllRanges();
    onQuoted();
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '>' || event.defaultPrevented || isTyping(event.target) || !selectedRange()) return;
    event.preventDefault();
    quote();
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    update();
    document.addEventListener('selectionchange', update, { signal });
    document.addEventListener('scroll', update, { signal, capture: true, passive: true });
    addEventListener('resize', update, { signal });
    document.addEventListener('keydown', onKeyDown, { signal });
    return () => listening.abort();
  }, []);
  if (!place) return null;
  return createPortal(
    <button
      type="button"
      aria-keyshortcuts=">"
      style={place}
      // The press must not take the selection away.
      onPointerDown={(event) => event.preventDefault()}
      onClick={quote}
      className="fixed z-5 inline-flex h-9 -translate-x-1/2 items-center gap-1.5 rounded-full bg-raised px-3 text-sm font-medium whitespace-nowrap shadow-float hover:bg-hover touch:min-h-10"
    >
      <Icon icon={QuoteIcon} size="sm" className="text-accent-text mirrored" />
      {t`Quote`}
    </button>,
    document.body,
  );
}

/** The selection, if it is within one message of the thread. */
function selectedRange(): Range | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const [start, end] = [messageAround(range.startContainer), messageAround(range.endContainer)];
  return start !== null && start === end ? range : null;
}

function messageAround(node: Node): Element | null {
  return (node instanceof Element ? node : node.parentElement)?.closest('[data-message]') ?? null;
}

/** Below the end of the selection, or above its start if there is no room. Null while it is out of view. */
function placeBeside(range: Range | null): { left: number; top: number } | null {
  const view = range && messageAround(range.startContainer)?.closest('[data-thread]')?.getBoundingClientRect();
  const box = range?.getBoundingClientRect();
  if (!view || !box || box.bottom < view.top || box.top > view.bottom) return null;
  const fitsBelow = box.bottom + ROOM < view.bottom;
  const top = fitsBelow ? box.bottom + GAP : Math.max(view.top, box.top - ROOM);
  const center = box.left + box.width / 2;
  return { left: Math.min(Math.max(center, ROOM + GAP), innerWidth - ROOM - GAP), top };
}

/** The beginning of a text that is too long, without half a character at its end. */
function cut(text: string): string {
  return text.slice(0, MOST).replace(/[\uD800-\uDBFF]$/, '');
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;
}
