import type { ChatContext } from '../chat-context.ts';

/** Makes a change of a conversation known while the server has not answered it: until then nothing older takes its place. */
export function whileChanging<T>({ session }: ChatContext, id: string, change: Promise<T>): Promise<T> {
  const { changes } = session;
  const ended = Promise.allSettled([changes.get(id), change]);
  changes.set(id, ended);
  void ended.then(() => changes.get(id) === ended && changes.delete(id));
  return change;
}
