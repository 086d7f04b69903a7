import { TransportError } from '../../api/transport-error.ts';
import { problemText } from '../problem-text.ts';
import { notify, type ChatContext } from './chat-context.ts';
import type { Notice } from './chat-state.ts';
import type * as LazyActions from './lazy-actions.chunk.ts';

/**
 * Runs an action of the lazily loaded chunk. Resolves to undefined, and shows a notice, if the chunk cannot be loaded.
 */
export type RunLazily = <T>(
  kind: Notice['kind'],
  conversationId: string,
  run: (actions: typeof LazyActions) => Promise<T>,
) => Promise<T | undefined>;

export function createRunLazily(ctx: ChatContext, loadLazyActions: () => Promise<typeof LazyActions>): RunLazily {
  return async (kind, conversationId, run) => {
    const { workspace } = ctx;
    try {
      const actions = await loadLazyActions();
      return workspace === ctx.workspace ? await run(actions) : undefined;
    } catch {
      if (workspace === ctx.workspace) notify(ctx, kind, conversationId, problemText(new TransportError()));
      return undefined;
    }
  };
}
