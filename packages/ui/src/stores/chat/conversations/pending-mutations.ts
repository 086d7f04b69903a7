import type { ChatContext } from '../chat-context.ts';

/** Makes a change of a conversation known while the server has not answered it: until then nothing older takes its place. */
export function trackMutation<T>({ workspace }: ChatContext, id: string, change: Promise<T>): Promise<T> {
  const { pendingMutations } = workspace.conversations;
  const ended = Promise.allSettled([pendingMutations.get(id), change]);
  pendingMutations.set(id, ended);
  void ended.then(() => pendingMutations.get(id) === ended && pendingMutations.delete(id));
  return change;
}
