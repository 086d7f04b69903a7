import { setChunkRecovery } from '../../kit/lazy/load-chunk.ts';
import type { ConnectionStore } from '../../stores/connection/connection-store.ts';
import { createReloadOnce } from './reload-once.ts';

/** Lets chunks that fail to load recover according to the state of the connection. */
export function recoverChunks(connection: ConnectionStore): void {
  setChunkRecovery({
    isReachable: () => connection.getState().check(),
    whenReachable: (listener) =>
      connection.subscribe((now, before) => {
        if (now.reach === 'reached' && before.reach !== 'reached') listener();
      }),
    reload: createReloadOnce({
      // The name of a built file contains a hash of its content and of every file that it imports.
      build: import.meta.url,
      storage: () => sessionStorage,
      reload: () => location.reload(),
    }),
  });
}
