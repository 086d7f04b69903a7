import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { MAX_TITLE_LENGTH, t } from '@parley/core';
import { isComposing } from '../../../kit/hooks/is-composing.ts';
import { useChat } from '../../../stores/client.ts';

interface RenameFieldProps {
  id: string;
  title: string;
  onClose: () => void;
  /** Called when a key has closed the field, which takes the focus with it. */
  onFocusLost: () => void;
}

/** Input that replaces a conversation's entry while it is renamed. Enter and blur save the title, Escape does not. */
export function RenameField({ id, title, onClose, onFocusLost }: RenameFieldProps) {
  const rename = useChat((chat) => chat.rename);
  const [text, setText] = useState(title);
  // The title may change while the field is open.
  const [titleBefore] = useState(title);
  const field = useRef<HTMLInputElement>(null);
  const endedByKey = useRef(false);
  const returnFocus = useEffectEvent(() => {
    if (endedByKey.current) onFocusLost();
  });
  useEffect(() => {
    field.current?.select();
    return () => returnFocus();
  }, []);
  // A field that unmounts blurs, which must not end the renaming twice.
  const isOver = useRef(false);
  const end = (byKey: boolean, isKept: boolean) => {
    if (isOver.current) return;
    isOver.current = true;
    endedByKey.current = byKey;
    onClose();
    if (isKept && text.trim() !== '' && text !== titleBefore) void rename(id, text);
  };
  return (
    <li className="h-9 max-md:h-11">
      <input
        ref={field}
        dir="auto"
        aria-label={t`New name for ${title}`}
        value={text}
        onChange={(event) => setText([...event.target.value].slice(0, MAX_TITLE_LENGTH).join(''))}
        onBlur={() => end(false, true)}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return;
          if (event.key === 'Enter') end(true, true);
          if (event.key !== 'Escape') return;
          // The drawer would also handle this Escape.
          event.preventDefault();
          end(true, false);
        }}
        className="size-full rounded-sm bg-raised px-2.5 inset-shadow-edge outline-none touch:text-body focus:shadow-[inset_0_0_0_1.5px_var(--color-accent)]"
      />
    </li>
  );
}
