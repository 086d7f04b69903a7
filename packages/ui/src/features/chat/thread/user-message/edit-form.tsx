import { MAX_MESSAGE_LENGTH, t } from '@parley/core';
import { use, useEffect, useRef, type KeyboardEvent } from 'react';
import { Button } from '../../../../kit/controls/button.tsx';
import { isComposing } from '../../../../kit/hooks/is-composing.ts';
import { useChat } from '../../../../stores/client.ts';
import { ReplyMemories } from '../reply/reply-memories.tsx';
import { ScrollerContext } from '../../scroll/scroller-context.ts';
import { LOCALE } from '../../../../kit/text/format/locale.ts';

/** Form that replaces the bubble while its question is edited. Saving stops a running reply. */
export function EditForm() {
  const editing = useChat((chat) => chat.editing);
  const text = editing?.text ?? '';
  const setText = useChat((chat) => chat.setEditText);
  const cancel = useChat((chat) => chat.cancelEdit);
  const save = useChat((chat) => chat.saveEdit);
  // The edit replaces the reply; what it remembered stays unless it is undone here.
  const remembered = useChat(({ editing, threads, messages, memories }) => {
    const keys = threads[editing?.conversationId ?? '']?.messageIds ?? [];
    const reply = messages[keys[keys.indexOf(editing?.messageId ?? '') + 1] ?? ''];
    return reply && memories[reply.id];
  });
  const scroller = use(ScrollerContext);
  const box = useRef<HTMLTextAreaElement>(null);
  const isTooLong = text.trim().length > MAX_MESSAGE_LENGTH;
  const submit = () => {
    if (isTooLong) return;
    void save();
    scroller.current?.toEnd();
  };
  useEffect(() => {
    const before = document.activeElement;
    const turn = box.current?.closest('li');
    box.current?.focus();
    box.current?.setSelectionRange(box.current.value.length, box.current.value.length);
    return () => giveFocusBack(before, turn);
  }, []);
  // Arrow Up in the composer sets the same edit again.
  useEffect(() => box.current?.focus(), [editing]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      cancel();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      submit();
    }
  };
  return (
    <form
      className="w-full rounded-lg bg-bubble p-3 has-[textarea:focus-visible]:shadow-[inset_0_0_0_1.5px_var(--color-accent)]"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <textarea
        ref={box}
        rows={3}
        dir="auto"
        aria-label={t`Edit message`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className="block field-sizing-content max-h-[calc(var(--visible-height)/2)] min-h-22 w-full scroll-my-16 resize-none px-1 py-0.5 text-body leading-[1.55] wrap-anywhere outline-none"
      />
      {isTooLong && (
        <p
          role="alert"
          className="px-1 pt-2 text-sm text-danger"
        >{t`Messages can be up to ${MAX_MESSAGE_LENGTH.toLocaleString(LOCALE)} characters.`}</p>
      )}
      {remembered && <ReplyMemories memories={remembered} />}
      <div className="mt-2 flex flex-wrap justify-end gap-2">
        <Button variant="quiet" size="sm" onClick={cancel}>{t`Cancel`}</Button>
        <Button type="submit" size="sm" disabled={isTooLong}>{t`Save & Regenerate`}</Button>
      </div>
    </form>
  );
}

/** Returns the focus to where editing began: the composer, or the pencil, which is rendered again. */
function giveFocusBack(before: Element | null, turn: Element | null | undefined): void {
  queueMicrotask(() => {
    if (document.activeElement !== document.body) return;
    const target = before?.isConnected && before !== document.body ? before : turn?.querySelector('[data-edit]');
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  });
}
