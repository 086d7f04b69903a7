import { app } from 'electron';

/** Milliseconds within which a page that dies again would go on dying. */
const AT_ONCE = 10_000;

/** A page whose process has died is loaded anew, once; one that dies again at once is left for the person to reload. */
export function revivePages(): void {
  app.on('web-contents-created', (_, contents) => {
    let last = -Infinity;
    contents.on('render-process-gone', (_gone, { reason }) => {
      if (reason === 'clean-exit') return;
      const isAgain = performance.now() - last < AT_ONCE;
      last = performance.now();
      if (isAgain) return;
      // Not within the event: what has died is still being put away.
      setImmediate(() => {
        if (!contents.isDestroyed()) contents.reload();
      });
    });
  });
}
