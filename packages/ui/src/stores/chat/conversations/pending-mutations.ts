import type { ChatContext } from '../chat-context.ts';

/** Tracks a change to a conversation until the server has answered it: until then no older state replaces it. */
export function trackMutation<T>({ workspace }: ChatContext, id: string, change: Promise<T>): Promise<T> {
  const { pendingMutations } = workspace.conversations;
  const ended = Promise.allSettled([pendingMutations.get(id), change]);
  pendingMutations.set(id, ended);
  void ended.then(() => pendingMutations.get(id) === ended && pendingMutations.delete(id));
  return change;
}
