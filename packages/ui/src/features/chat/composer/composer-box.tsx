import { t } from '@parley/core';
import { useEffect, useLayoutEffect, useRef, type ClipboardEvent, type KeyboardEvent, type RefObject } from 'react';
import { letterOf } from '../../../kit/controls/shortcut.ts';
import { isComposing } from '../../../kit/hooks/is-composing.ts';

/** Number of characters from which the box gets its full height without measuring the text. */
const SURELY_FULL = 5000;

interface ComposerBoxProps {
  boxRef: RefObject<HTMLTextAreaElement | null>;
  text: string;
  placeholder: string;
  disabled: boolean;
  onText: (text: string) => void;
  onSubmit: () => void;
  onFiles: (files: File[]) => void;
  /** Takes a pasted text; false leaves it to the box. */
  onPastedText: (text: string) => boolean;
  /** Called on Arrow Up in an empty box. */
  onUp: () => void;
  onPress: () => void;
}

/** The message input. It grows with its text, up to 128 px. */
export function ComposerBox({
  boxRef: box,
  text,
  placeholder,
  disabled,
  onText,
  onSubmit,
  onFiles,
  onPastedText,
  onUp,
  onPress,
}: ComposerBoxProps) {
  const isLong = text.length > SURELY_FULL;
  useLayoutEffect(() => {
    if (box.current) fitHeight(box.current, isLong);
  }, [box, text, isLong]);
  useEffect(() => {
    if (matchMedia('(hover: hover)').matches) box.current?.focus({ preventScroll: true });
  }, [box]);
  const isPlainPaste = useRef(false);
  const onKeyDown = (event: KeyboardEvent) => {
    // Ctrl+Shift+V always pastes into the box.
    isPlainPaste.current = event.shiftKey && letterOf(event) === 'v';
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      onSubmit();
    } else if (event.key === 'ArrowUp' && text === '' && !hasModifier(event)) {
      event.preventDefault();
      onUp();
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    const pasted = event.clipboardData.getData('text/plain');
    // The Finder copies files together with their names, Office programs copy text together with a picture of it.
    if (files[0] && (pasted === '' || pasted.startsWith(files[0].name))) {
      event.preventDefault();
      onFiles(files);
    } else if (!isPlainPaste.current && onPastedText(pasted)) event.preventDefault();
  };
  return (
    // The room for the microphone is on the page’s side, whichever direction the text has.
    <textarea
      ref={box}
      rows={1}
      // While it is empty, `auto` would turn the placeholder from left to right.
      dir={text === '' ? undefined : 'auto'}
      enterKeyHint="send"
      aria-label={t`Message`}
      placeholder={placeholder}
      value={text}
      disabled={disabled}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onPointerDown={onPress}
      className={`scrollbar-quiet block min-h-12 w-full resize-none pt-4 pr-14 pb-1 pl-4 text-body rtl:pr-4 rtl:pl-14 leading-6 outline-none short:w-auto short:flex-9999 short:basis-60 short:py-3 ${isLong ? 'h-32' : 'field-sizing-content max-h-32'}`}
    />
  );
}

function hasModifier({ shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return shiftKey || ctrlKey || metaKey || altKey;
}

/** Fits the height of the box to its text, for browsers without `field-sizing`. */
function fitHeight(box: HTMLTextAreaElement, isLong: boolean) {
  if (CSS.supports('field-sizing', 'content')) return;
  box.style.height = isLong ? '' : 'auto';
  if (!isLong) box.style.height = `${box.scrollHeight}px`;
}
