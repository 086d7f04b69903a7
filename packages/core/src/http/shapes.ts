import type { Conversation } from '../api/chat/conversation.ts';
import type { Message } from '../api/chat/message.ts';
import type { Usage, User } from '../api/account/user.ts';
import type { ShapeOf } from './fit.ts';

const STATUSES: readonly Message['status'][] = ['streaming', 'complete', 'stopped', 'interrupted', 'failed'];

export const USER = {
  _id: '',
  email: (value) => (typeof value === 'string' ? value : ''),
} satisfies ShapeOf<User>;

export const USAGE = {
  messagesUsed: 0,
  messagesLimit: 0,
  periodEnd: '',
  isLimitReached: true,
} satisfies ShapeOf<Usage>;

export const CONVERSATION = { id: '', title: '', updatedAt: '' } satisfies ShapeOf<Conversation>;

/** A status of a later version means a message that has ended in some way. */
export const MESSAGE = {
  id: '',
  text: '',
  isUser: true,
  timestamp: '',
  status: (value) => STATUSES.find((status) => status === value) ?? 'complete',
} satisfies ShapeOf<Message>;
