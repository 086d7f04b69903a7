import { runLater, type ChatContext } from '../chat/chat-context.ts';
import { CONVERSATIONS_KEY } from './conversations-key.ts';
import type * as Later from '../chat/lazy-actions.chunk.ts';
import type * as Offline from './offline.chunk.ts';
import { TOKEN_KEY } from '../session/session-store.ts';
import type { Shelf } from './offline-cache.ts';

/** Milliseconds after the start when the page has been shown, and there is time for what is not needed for that. */
const LATER = 2000;
/** By then what a question needs that is asked without a network is here. */
const READY = 4000;
/** By then even the first question has been answered, as a rule. */
const MUCH_LATER = 10_000;

export interface OwnDeviceParts {
  loadLazyActions: () => Promise<typeof Later>;
  loadOffline: () => Promise<typeof Offline>;
  /** See `Platform`. */
  enableOffline: () => void;
}

/** What earlier visits of the user have kept on this device, and what this one keeps for later ones. */
export interface OwnDevice {
  /** Shows what an earlier visit kept of the conversations, and keeps what there is from some time after that on. */
  begin(userId: string): void;
  /** Shows a conversation as it is kept here, where the server has not told it yet. */
  showThread(conversationId: string): void;
  end(): void;
}

export function createOwnDevice(
  ctx: ChatContext,
  { loadLazyActions, loadOffline, enableOffline }: OwnDeviceParts,
): OwnDevice {
  let stops: (() => void)[] = [];
  let withShelf = async (_step: (offline: typeof Offline, shelf: Shelf) => unknown): Promise<void> => {};
  let wasHere = false;

  return {
    begin(userId) {
      const { workspace, storage } = ctx;
      const token = storage.get(TOKEN_KEY);
      const isCurrent = (): boolean => workspace === ctx.workspace;
      const mayWrite = (): boolean => storage.get(TOKEN_KEY) === token;
      wasHere = storage.get(CONVERSATIONS_KEY) !== null;
      withShelf = async (step) => {
        const offline = await loadOffline().catch(() => null);
        if (offline && isCurrent()) step(offline, offline.createShelf(userId, mayWrite));
      };
      const withLater = (step: (actions: typeof Later) => void): void => {
        loadLazyActions().then(
          (actions) => isCurrent() && step(actions),
          () => {},
        );
      };
      if (wasHere) {
        withLater(({ showRemembered }) => showRemembered(ctx, userId));
        void withShelf(({ showShelvedList }, shelf) => showShelvedList(ctx, shelf));
      }
      runLater(ctx, LATER, () =>
        withLater(({ keepRemembering }) => stops.push(keepRemembering(ctx, userId, mayWrite))),
      );
      runLater(ctx, READY, () => void loadOffline().catch(() => {}));
      runLater(ctx, MUCH_LATER, () => {
        void withShelf(({ keepOnShelf }, shelf) => stops.push(keepOnShelf(ctx, shelf, enableOffline)));
      });
    },

    showThread(id) {
      const isHere = ctx.get().threads[id]?.status === 'ready' || ctx.workspace.conversations.localOnlyIds.has(id);
      if (wasHere && !isHere) void withShelf(({ showShelvedThread }, shelf) => showShelvedThread(ctx, shelf, id));
    },

    end() {
      for (const stop of stops) stop();
      stops = [];
    },
  };
}
