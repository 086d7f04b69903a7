import { setChunkRecovery } from '../../kit/lazy/load-chunk.ts';
import type { ConnectionStore } from '../../stores/connection/connection-store.ts';
import { createReloadOnce } from './reload-once.ts';

/** Rescues chunks by what is known of the way to the server. */
export function recoverChunks(connection: ConnectionStore): void {
  setChunkRecovery({
    isReachable: () => connection.getState().check(),
    whenReachable: (listener) =>
      connection.subscribe((now, before) => {
        if (now.reach === 'reached' && before.reach !== 'reached') listener();
      }),
    reload: createReloadOnce({
      // The name of a built file tells what is in it and in all that it loads.
      build: import.meta.url,
      storage: () => sessionStorage,
      reload: () => location.reload(),
    }),
  });
}
