import { t } from '@parley/core';
import { Button } from '@parley/ui/button';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import type { DesktopBridge } from '../bridge.ts';
import type { EventHub } from './event-hub.ts';

interface QuickAskProps {
  bridge: Pick<DesktopBridge, 'quickAsk' | 'closeQuickAsk'>;
  hub: EventHub;
}

/** The typed text. It lasts as long as the window, also while the window's page opens in another language. */
const TEXT_KEY = 'question';

/** The line to ask with. Text that was typed but not sent is still there when the window opens again. */
export function QuickAsk({ bridge, hub }: QuickAskProps) {
  const [text, setText] = useState(() => sessionStorage.getItem(TEXT_KEY) ?? '');
  useEffect(() => sessionStorage.setItem(TEXT_KEY, text), [text]);
  useEffect(
    () =>
      hub.on('clear', ({ question }) =>
        // What was typed after the question stays.
        setText((typed) => (question === null || typed.trim() === question ? '' : typed)),
      ),
    [hub],
  );
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    return hub.on('shown', () => field.current?.select());
  }, [hub]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    void bridge.quickAsk(text);
  };
  return (
    <main className="h-dvh p-1.5">
      <h1 className="sr-only">{t`Quick ask`}</h1>
      <form
        onSubmit={submit}
        className="flex h-full items-center gap-2 rounded-lg border border-edge bg-raised pe-2.5 ps-4"
      >
        <span aria-hidden="true" className="h-6 w-0.5 rounded-[1px] bg-line" />
        <input
          ref={field}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === 'Escape' && !nativeEvent.isComposing) void bridge.closeQuickAsk();
          }}
          aria-label={t`Question`}
          placeholder={t`Ask anything...`}
          maxLength={20_000}
          className="h-full min-w-0 flex-1 bg-transparent px-2 text-body outline-none"
        />
        <Button type="submit" disabled={text.trim() === ''}>
          {t`Ask`}
        </Button>
      </form>
    </main>
  );
}
