import { app } from 'electron';

/** A page that crashes twice within this many milliseconds would crash forever. */
const AT_ONCE = 10_000;

/** Reloads a page whose process crashed, once. A page that crashes again at once is left for the person to reload. */
export function reloadCrashedPages(): void {
  app.on('web-contents-created', (_, contents) => {
    let last = -Infinity;
    contents.on('render-process-gone', (_gone, { reason }) => {
      if (reason === 'clean-exit') return;
      const isAgain = performance.now() - last < AT_ONCE;
      last = performance.now();
      if (isAgain) return;
      // Not within the event: Electron is still cleaning up the crashed process.
      setImmediate(() => {
        if (!contents.isDestroyed()) contents.reload();
      });
    });
  });
}
