import type { TransferRecords } from '../../records.ts';
import { flag, flagOrNull, json, plain, type Table } from './table.ts';

const ROW = ['rowid'];

/** The table of each kind of record, and the column of each field. */
export const TABLES = {
  users: {
    name: 'users',
    key: ROW,
    fields: {
      id: plain('id'),
      email: plain('email'),
      passwordHash: plain('password_hash'),
      emailVerified: flag('email_verified'),
      name: plain('name'),
      subscriptionTier: plain('subscription_tier'),
      subscriptionStatus: plain('subscription_status'),
      subscriptionPeriodEnd: plain('subscription_period_end'),
      subscriptionCancelAt: plain('subscription_cancel_at'),
      searchesByItself: flag('searches_by_itself'),
      createdAt: plain('created_at'),
      deletedAt: plain('deleted_at'),
    },
  },
  identities: {
    name: 'identities',
    key: ['provider', 'subject'],
    fields: {
      provider: plain('provider'),
      subject: plain('subject'),
      userId: plain('user_id'),
      email: plain('email'),
      isPrivateRelay: flag('is_private_relay'),
      forwardsMail: flag('forwards_mail'),
      refreshToken: plain('refresh_token'),
      createdAt: plain('created_at'),
    },
  },
  sessions: {
    name: 'sessions',
    key: ROW,
    fields: {
      id: plain('id'),
      userId: plain('user_id'),
      createdAt: plain('created_at'),
      expiresAt: plain('expires_at'),
      lastSeenAt: plain('last_seen_at'),
      device: plain('device'),
    },
  },
  oneTimeTokens: {
    name: 'one_time_tokens',
    key: ['hash'],
    fields: {
      hash: plain('hash'),
      userId: plain('user_id'),
      email: plain('email'),
      expiresAt: plain('expires_at'),
    },
  },
  signIns: {
    name: 'sign_ins',
    key: ['state_hash'],
    fields: {
      stateHash: plain('state_hash'),
      browserHash: plain('browser_hash'),
      nonce: plain('nonce'),
      name: plain('name'),
      expiresAt: plain('expires_at'),
    },
  },
  usedOnce: {
    name: 'used_once',
    key: ['hash'],
    fields: { hash: plain('hash'), expiresAt: plain('expires_at') },
  },
  deletions: {
    name: 'deletions',
    key: ['user_id'],
    fields: { userId: plain('user_id'), startedAt: plain('started_at'), endedAt: plain('ended_at') },
  },
  customers: {
    name: 'customers',
    key: ROW,
    fields: {
      id: plain('id'),
      userId: plain('user_id'),
      place: plain("printf('%024x', rowid)"),
      isLive: flag('is_live'),
      isGone: flag('is_gone'),
      status: plain('status'),
      currency: plain('currency'),
      yearlyAmount: plain('yearly_amount'),
      liveCount: plain('live_count'),
      syncSeq: plain('sync_seq'),
      appliedSeq: plain('applied_seq'),
      wantedSeq: plain('wanted_seq'),
      dueAt: plain('due_at'),
      expectedAt: plain('expected_at'),
    },
  },
  billingEvents: {
    name: 'billing_events',
    key: ['id'],
    fields: { id: plain('id'), receivedAt: plain('received_at') },
  },
  dailyCounts: {
    name: 'daily_counts',
    key: ['day', 'name'],
    fields: { day: plain('day'), name: plain('name'), count: plain('count') },
  },
  onboardings: {
    name: 'onboarding',
    key: ['user_id'],
    fields: {
      userId: plain('user_id'),
      step: plain('step'),
      answers: json('answers'),
      seenAt: plain('seen_at'),
      demoUsedAt: plain('demo_used_at'),
    },
  },
  files: {
    name: 'files',
    key: ROW,
    fields: {
      id: plain('id'),
      userId: plain('user_id'),
      createdAt: plain('created_at'),
      attachment: json('attachment'),
      text: plain('text'),
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
      isNamedByHand: flag('named_by_hand'),
      leafId: plain('leaf_id'),
      nextOrd: plain('next_ord'),
      updatedAt: plain('updated_at'),
      deletedAt: plain('deleted_at'),
      generationId: plain(lastReply('generation_id')),
      previousLeafId: plain(lastReply('previous_leaf_id')),
      hasBareReplies: flag(`EXISTS (
        SELECT 1 FROM messages WHERE messages.conversation_id = conversations.id
          AND messages.counts = 0 AND messages.role = 'assistant' AND messages.status <> 'streaming')`),
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
    },
  },
  usageCounts: {
    name: 'usage_counts',
    key: ROW,
    fields: {
      userId: plain('user_id'),
      counted: json('counted'),
      refundsLeft: plain('refunds_left'),
      refundsEnd: plain('refunds_end'),
    },
  },
} satisfies { [Kind in keyof TransferRecords]: Table<TransferRecords[Kind]> };

function lastReply(column: string): string {
  return `(
    SELECT replies.${column} FROM replies WHERE replies.conversation_id = conversations.id
    ORDER BY replies.rowid DESC LIMIT 1)`;
}
