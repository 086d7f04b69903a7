import { saveExport } from '../../kit/text/save-export.ts';
import type { ChatStore } from '../../stores/chat/chat-store.ts';
import type { Client } from '../../stores/client.ts';
import { problemText } from '../../stores/problem-text.ts';

/** Saves a conversation as a file. Shows a notice if the server does not send it. */
export async function exportConversation(
  { api }: Client,
  chat: ChatStore,
  id: string,
  as: 'markdown' | 'json',
): Promise<void> {
  try {
    saveExport(await api.exportConversations({ ids: [id], as }));
  } catch (error) {
    chat.setState({ notice: { kind: 'change-failed', conversationId: id, text: problemText(error) } });
  }
}
