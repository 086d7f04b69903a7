import { t } from '@parley/core';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { IconButton } from '../../../kit/controls/icon-button.tsx';
import { CloseIcon, PauseIcon, PlayIcon } from '../../../kit/icons/icons.ts';
import { Toast } from '../../../kit/overlays/toast.tsx';
import { LOCALE } from '../../../kit/text/format/locale.ts';
import { mainElement } from '../chat-elements.ts';
import { changeRate, reading, stopReading, togglePause } from './reading.ts';

/** Controls of the reading, in the header, as long as a reply is read. */
export function ReadingBar() {
  const { isPaused, rate } = useStore(reading);
  const speed = rate.toLocaleString(LOCALE);
  const pause = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // After the menu has returned the focus to its button.
    const timer = setTimeout(() => pause.current?.focus({ preventScroll: true }));
    return () => clearTimeout(timer);
  }, []);
  return createPortal(
    <Toast
      role="group"
      aria-label={t`Read aloud`}
      className="pe-1.5!"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        stopReading();
      }}
    >
      <IconButton
        ref={pause}
        label={isPaused ? t`Go on reading` : t`Pause reading`}
        icon={isPaused ? PlayIcon : PauseIcon}
        onClick={togglePause}
      />
      <span aria-hidden className="truncate">
        {isPaused ? t`Paused` : t`Reading aloud`}
      </span>
      <button
        type="button"
        aria-label={t`Speed: ${speed}`}
        onClick={changeRate}
        className="ms-auto h-8 min-w-12 rounded-sm px-2 text-muted tabular-nums hover:bg-hover hover:text-ink"
      >
        {speed}×
      </button>
      <IconButton label={t`Stop reading`} icon={CloseIcon} onClick={stopReading} />
    </Toast>,
    mainElement.current ?? document.body,
  );
}
