import type { TransferRecords } from '../../records.ts';
import { flag, flagOrNull, json, plain, type Table } from './table.ts';

const ROW = ['rowid'];

type Kinds = 'files' | 'conversations' | 'shares' | 'feedback' | 'messages' | 'replies';

/** The part of `TABLES` with conversations and what is in them. */
export const CONVERSATION_TABLES = {
  files: {
    name: 'files',
    key: ROW,
    fields: {
      id: plain('id'),
      userId: plain('user_id'),
      createdAt: plain('created_at'),
      attachment: json('attachment'),
      text: plain('text'),
      projectId: plain('project_id'),
      conversationIds: json(`(
        SELECT json_group_array(conversation_id) FROM (
          SELECT used.conversation_id FROM conversation_files AS used WHERE used.file_id = files.id
          ORDER BY used.conversation_id <> files.conversation_id, used.conversation_id))`),
    },
  },
  conversations: {
    name: 'conversations',
    key: ROW,
    fields: {
      id: plain('id'),
      userId: plain('user_id'),
      title: plain('title'),
      webSearchEnabled: flag('web_search_enabled'),
      thinkingModeEnabled: flag('thinking_mode_enabled'),
      pinned: flag('pinned'),
      archived: flag('archived'),
      unread: flag('unread'),
      isNamedByHand: flag('named_by_hand'),
      projectId: plain('project_id'),
      leafId: plain('leaf_id'),
      nextOrd: plain('next_ord'),
      updatedAt: plain('updated_at'),
      deletedAt: plain('deleted_at'),
      importedFrom: plain('imported_from'),
      importId: plain('import_id'),
      importedAt: plain('imported_at'),
      generationId: plain(`coalesce(${lastReply('generation_id')}, '')`),
      previousLeafId: plain(lastReply('previous_leaf_id')),
      hasBareReplies: flag(`EXISTS (
        SELECT 1 FROM messages WHERE messages.conversation_id = conversations.id
          AND messages.counts = 0 AND messages.role = 'assistant' AND messages.status <> 'streaming')`),
    },
  },
  shares: {
    name: 'shares',
    key: ['user_id', 'id'],
    fields: {
      id: plain('id'),
      userId: plain('user_id'),
      conversationId: plain('conversation_id'),
      tokenHash: plain('token_hash'),
      title: plain('title'),
      leafId: plain('leaf_id'),
      messageCount: plain('message_count'),
      hasReasoning: flag('has_reasoning'),
      hasAttachments: flag('has_attachments'),
      createdAt: plain('created_at'),
      updatedAt: plain('updated_at'),
      expiresAt: plain('expires_at'),
      reports: json('reports'),
      reportedAt: plain('reported_at'),
    },
  },
  feedback: {
    name: 'feedback',
    key: ['message_id'],
    fields: {
      userId: plain('user_id'),
      conversationId: plain('conversation_id'),
      messageId: plain('message_id'),
      rating: plain('rating'),
      reasons: json('reasons'),
      comment: plain('comment'),
      question: plain('question'),
      reply: plain('reply'),
      mode: plain('mode'),
      model: plain('model'),
      version: plain('version'),
      createdAt: plain('created_at'),
      reportId: plain('report_id'),
      doneAt: plain('done_at'),
    },
  },
  messages: {
    name: 'messages',
    key: ROW,
    fields: {
      id: plain('id'),
      userId: plain('user_id'),
      conversationId: plain('conversation_id'),
      parentId: plain('parent_id'),
      ord: plain('ord'),
      counts: flag('counts'),
      isUser: flag("role = 'user'"),
      mode: plain('mode'),
      status: plain('status'),
      errorCode: plain('error_code'),
      error: plain('error'),
      createdAt: plain('created_at'),
      generationId: plain('generation_id'),
      seq: plain('seq'),
      isReasoningStreaming: flagOrNull('is_reasoning_streaming'),
      reasoning: plain('reasoning'),
      text: plain('text'),
      extras: json("coalesce(extras, '{}')"),
    },
  },
  replies: {
    name: 'replies',
    key: ROW,
    fields: {
      generationId: plain('generation_id'),
      userId: plain('user_id'),
      conversationId: plain('conversation_id'),
      userMessageId: plain('user_message_id'),
      assistantMessageId: plain('assistant_message_id'),
      clientMessageId: plain('client_message_id'),
      fingerprint: plain('fingerprint'),
      mode: plain('mode'),
      status: plain('status'),
      createdAt: plain('created_at'),
      endedAt: plain('ended_at'),
      owner: plain("CASE status WHEN 'streaming' THEN owner END"),
      isStopRequested: flagOrNull("CASE status WHEN 'streaming' THEN is_stop_requested END"),
      spending: json("coalesce(spending, 'null')"),
    },
  },
} satisfies { [Kind in Kinds]: Table<TransferRecords[Kind]> };

function lastReply(column: string): string {
  return `(
    SELECT replies.${column} FROM replies WHERE replies.conversation_id = conversations.id
    ORDER BY replies.rowid DESC LIMIT 1)`;
}
