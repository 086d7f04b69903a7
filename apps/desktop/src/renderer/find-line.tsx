import { t } from '@parley/core';
import { useEffect, useRef, useState } from 'react';
import type { DesktopBridge } from '../bridge.ts';
import type { EventHub } from './event-hub.ts';

interface FindLineProps {
  bridge: Pick<DesktopBridge, 'find' | 'closeFind'>;
  hub: EventHub;
}

const BUTTON =
  'grid size-8 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink disabled:text-disabled';

/** Finds text in the page that it lies over. */
export function FindLine({ bridge, hub }: FindLineProps) {
  const [text, setText] = useState('');
  const [{ match, matches }, setFound] = useState({ match: 0, matches: 0 });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    const stops = [
      hub.on('shown', () => {
        field.current?.select();
        void bridge.find(field.current?.value ?? '', true);
      }),
      hub.on('found', setFound),
    ];
    return () => stops.forEach((stop) => stop());
  }, [bridge, hub]);
  const find = (isForward: boolean) => void bridge.find(text, isForward);
  const nothing = text === '' || matches === 0;
  return (
    <main className="h-dvh p-1">
      <h1 className="sr-only">{t`Find in page`}</h1>
      <search className="flex h-full items-center gap-0.5 rounded-lg border border-edge bg-raised pe-1.5 ps-3">
        <input
          ref={field}
          type="search"
          value={text}
          aria-label={t`Find`}
          placeholder={t`Find in this conversation`}
          onChange={({ target: { value } }) => {
            setText(value);
            void bridge.find(value, true);
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Enter') find(!event.shiftKey);
            if (event.key === 'Escape') void bridge.closeFind();
          }}
          className="h-full min-w-0 flex-1 bg-transparent outline-none [&::-webkit-search-cancel-button]:hidden"
        />
        <span role="status" className="px-2 text-fine text-subtle tabular-nums">
          {text !== '' && t`${match} of ${matches}`}
        </span>
        <button
          type="button"
          aria-label={t`Previous match`}
          disabled={nothing}
          onClick={() => find(false)}
          className={BUTTON}
        >
          ↑
        </button>
        <button
          type="button"
          aria-label={t`Next match`}
          disabled={nothing}
          onClick={() => find(true)}
          className={BUTTON}
        >
          ↓
        </button>
        <button type="button" aria-label={t`Close`} onClick={() => void bridge.closeFind()} className={BUTTON}>
          ✕
        </button>
      </search>
    </main>
  );
}
