import { PREVIEW_PATH, t } from '@parley/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { buildInWorker } from './build-in-worker.ts';
import { openFrame, previewWindow, type FrameListener } from './open-frame.ts';
import type { PreviewBlock } from './preview-block.ts';
import { useKeptFocus } from './use-kept-focus.ts';

interface PreviewFrameProps extends FrameListener {
  block: PreviewBlock;
  title: string;
}

/** Runs a block from its beginning. Mount it with another key to run it again; unmount it to stop it. */
export function PreviewFrame({ block, title, onStop: onStopped, ...listener }: PreviewFrameProps) {
  const holder = useRef<HTMLIFrameElement>(null);
  const [around, setAround] = useState<ReturnType<typeof previewWindow>>(null);
  const [source, setSource] = useState<string | null>(null);
  const onConsole = useEffectEvent(listener.onConsole);
  const onEscape = useEffectEvent(listener.onEscape);
  const onStop = useEffectEvent(onStopped);
  useKeptFocus(holder);
  useEffect(() => {
    const onError = (text: string) => onConsole([{ level: 'error', text }], 0);
    return buildInWorker(block, { onDocument: setSource, onError, onStop });
  }, [block]);
  useEffect(() => {
    if (!around || source === null) return;
    return openFrame(around, { source, title }, { onConsole, onEscape, onStop });
  }, [around, source, title]);
  return (
    <iframe
      ref={holder}
      src={PREVIEW_PATH}
      title={t`Preview of ${title}`}
      className="preview__frame"
      onLoad={({ currentTarget }) => {
        const loaded = previewWindow(currentTarget);
        if (loaded) setAround(loaded);
        else onStopped('unavailable');
      }}
    />
  );
}
