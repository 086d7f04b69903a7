/** When a message sent with Enter passed each point in its page, in milliseconds of the page. */
export interface Sent {
  pressed: number;
  /** `fetch` was called. */
  fetched: number;
  /** The first text of the reply is in the page. */
  shown: number;
  painted: number;
}

/** Runs in the page, before anything else: `sent` resolves for the next message sent with Enter. */
export function watchSending(): void {
  const { fetch } = globalThis;
  let marks: Partial<Sent> = {};
  globalThis.fetch = (...args) => {
    if (String(args[0]).endsWith('/api/chat/stream')) marks.fetched ??= performance.now();
    return fetch(...args);
  };
  const sent = () =>
    new Promise<Sent>((resolve) => {
      marks = {};
      const before = document.querySelectorAll('[data-thread] .prose').length;
      const onPress = ({ key, timeStamp }: KeyboardEvent) => {
        if (key !== 'Enter') return;
        removeEventListener('keydown', onPress, true);
        marks.pressed = timeStamp;
        const observer = new MutationObserver(() => {
          const replies = document.querySelectorAll('[data-thread] .prose');
          if (replies.length <= before || !replies.item(replies.length - 1).textContent) return;
          observer.disconnect();
          marks.shown = performance.now();
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.addEventListener('message', () => resolve({ ...(marks as Sent), painted: performance.now() }));
            port1.start();
            port2.postMessage(null);
          });
        });
        observer.observe(document, { childList: true, subtree: true, characterData: true });
      };
      addEventListener('keydown', onPress, true);
    });
  Object.assign(globalThis, { sent });
}
