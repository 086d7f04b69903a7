import { PREVIEW_PATH } from '@parley/core';
import type { ConsoleEntry, FrameReport } from './run-in-frame.ts';

/** Why a preview was removed: it did not answer, did not stop, sent too much, or its page did not load. */
export type PreviewStop = 'silent' | 'stuck' | 'flooded' | 'unavailable';

export interface FrameListener {
  onConsole: (entries: ConsoleEntry[], dropped: number) => void;
  onEscape: () => void;
  onStop: (why: PreviewStop) => void;
}

const BEAT_MS = 1000;
/** Beats without an answer. The first ones may pass while the frame starts. */
const MOST_UNANSWERED = 8;
/** Messages within one beat. The frame itself sends about ten. */
const MOST_MESSAGES = 200;

/** The window of a holder whose page has loaded; null if that page is not the one of previews. */
export function previewWindow(holder: HTMLIFrameElement): (Window & typeof globalThis) | null {
  const page = holder.contentDocument;
  if (page?.location.pathname !== PREVIEW_PATH || page.scripts.length > 0) return null;
  return page.defaultView;
}

/**
 * Shows a document in a sandboxed frame inside the preview page, and reports until the returned function is called.
 * After `onStop` it reports nothing: the caller removes the page, which ends the frame's process if the browser gave it
 * one.
 */
export function openFrame(
  around: Window,
  { source, title }: { source: string; title: string },
  { onConsole, onEscape, onStop }: FrameListener,
): () => void {
  const page = around.document;
  const frame = page.createElement('iframe');
  // Without `allow-same-origin`, its origin is one of its own.
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.title = title;
  frame.srcdoc = source;
  frame.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;border:0';
  let messages = 0;
  let unanswered = 0;

  const stop = (why: PreviewStop) => {
    close();
    onStop(why);
  };
  const count = (event: MessageEvent) => {
    if (event.origin !== 'null') return false;
    event.stopImmediatePropagation();
    messages += 1;
    if (messages > MOST_MESSAGES) stop('flooded');
    return messages <= MOST_MESSAGES;
  };
  const onMessage = (event: MessageEvent) => {
    if (!count(event) || event.source !== frame.contentWindow) return;
    const report = event.data as Partial<FrameReport> | null;
    unanswered = 0;
    if (report?.kind === 'escape') onEscape();
    else if (report?.kind === 'stuck') stop('stuck');
    else if (report?.kind === 'console' && Array.isArray(report.entries)) {
      onConsole(report.entries.filter(isEntry), Number(report.dropped) || 0);
    }
  };
  const timer = setInterval(() => {
    messages = 0;
    // Browsers slow down the timers of hidden pages.
    if (document.hidden) unanswered = 0;
    else if (unanswered >= MOST_UNANSWERED) return stop('silent');
    unanswered += 1;
    frame.contentWindow?.postMessage('parley-ping', '*');
  }, BEAT_MS);
  around.addEventListener('message', onMessage);
  // Scripts in the frame reach this window, too.
  addEventListener('message', count, true);
  page.body.append(frame);
  return close;

  function close(): void {
    clearInterval(timer);
    around.removeEventListener('message', onMessage);
    removeEventListener('message', count, true);
    frame.remove();
  }
}

function isEntry(entry: unknown): entry is ConsoleEntry {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    'text' in entry &&
    typeof entry.text === 'string' &&
    'level' in entry &&
    typeof entry.level === 'string'
  );
}
