import { TransportError } from '../../../api/transport-error.ts';
import { problemText } from '../../problem-text.ts';
import { bumpRevision, CONVERSATION_LIST, notify, placeByTime, type ChatContext } from '../chat-context.ts';

/**
 * Copies a conversation up to the message under this key into a new one. Resolves to its id; to null, with a notice, on
 * failure. A request without an answer is repeated once, which creates no second copy.
 */
export async function branchConversation(ctx: ChatContext, id: string, key: string): Promise<string | null> {
  const { workspace } = ctx;
  const message = ctx.get().messages[key];
  if (!message) return null;
  const body = { id: ctx.newId(), messageId: message.id };
  const request = () => ctx.api.branchConversation(id, body);
  try {
    const conversation = await request().catch((error: unknown) => {
      if (error instanceof TransportError) return request();
      throw error;
    });
    if (workspace !== ctx.workspace) return null;
    workspace.conversations.knownToServer.add(conversation.id);
    placeByTime(ctx, { ...conversation, lastText: message.text });
    bumpRevision(ctx, CONVERSATION_LIST);
    return conversation.id;
  } catch (error) {
    if (workspace === ctx.workspace) notify(ctx, 'change-failed', id, problemText(error));
    return null;
  }
}
