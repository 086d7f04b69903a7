import { PREVIEW_PATH } from '@parley/core';
import { LIMITS, type ConsoleEntry, type FrameReport } from './run-in-frame.ts';

/** Why a preview was removed: it did not answer, did not stop, sent too much, is too complex, or did not load. */
export type PreviewStop = 'silent' | 'stuck' | 'flooded' | 'complex' | 'unavailable';

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
/** Milliseconds that it may take to read the messages of one beat. Those of the frame itself take hardly one. */
const MOST_READING_MS = 200;

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
  let pulse: MessagePort | undefined;
  let messages = 0;
  let reading = 0;
  let unanswered = 0;

  const stop = (why: PreviewStop) => {
    close();
    onStop(why);
  };
  /** Reads a message of the frame; undefined if it is another's, or one too many. */
  const read = (event: MessageEvent): unknown => {
    if (event.origin !== 'null') return;
    event.stopImmediatePropagation();
    const begun = performance.now();
    // The browser unpacks it here.
    const data: unknown = event.data;
    reading += performance.now() - begun;
    messages += 1;
    if (messages <= MOST_MESSAGES && reading <= MOST_READING_MS) return data;
    stop('flooded');
  };
  const onMessage = (event: MessageEvent) => {
    const report = read(event) as Partial<FrameReport> | null | undefined;
    if (event.source !== frame.contentWindow) return;
    if (report?.kind === 'begin' && !pulse) follow(event.ports[0]);
    else if (report?.kind === 'escape') onEscape();
    else if (report?.kind === 'stuck') stop('stuck');
    else if (report?.kind === 'console' && Array.isArray(report.entries)) {
      onConsole(report.entries.slice(0, LIMITS.entries).filter(isEntry).map(shorten), Number(report.dropped) || 0);
    }
  };
  const follow = (port: MessagePort | undefined) => {
    if (port) port.onmessage = () => void (unanswered = 0);
    pulse = port;
  };
  const timer = setInterval(() => {
    messages = 0;
    reading = 0;
    // Browsers slow down the timers of hidden pages.
    if (document.hidden) unanswered = 0;
    else if (unanswered >= MOST_UNANSWERED) return stop('silent');
    unanswered += 1;
    pulse?.postMessage(0);
  }, BEAT_MS);
  around.addEventListener('message', onMessage);
  // Scripts in the frame reach this window, too.
  addEventListener('message', read, true);
  page.body.append(frame);
  return close;

  function close(): void {
    clearInterval(timer);
    around.removeEventListener('message', onMessage);
    removeEventListener('message', read, true);
    frame.remove();
  }
}

/** Scripts can imitate a report, without its limits. */
function shorten({ level, text }: ConsoleEntry): ConsoleEntry {
  return { level, text: text.slice(0, LIMITS.text) };
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
