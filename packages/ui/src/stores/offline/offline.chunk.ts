/** Lazily loaded chunk with the functions needed offline or some time after the start. */
export { flushQueue } from '../chat/send/queue/flush-queue.ts';
export { migrateSendQueue } from '../chat/send/queue/migrate-send-queue.ts';
export { sendNow } from '../chat/send/send-now.ts';
export { showQueue } from '../chat/send/queue/show-queue.ts';
export { unqueueAll, unqueueMessage } from '../chat/send/queue/unqueue-message.ts';
export { openConversationCache } from './conversation-cache.ts';
export { keepCache } from './keep-cache.ts';
export { showCachedList, showCachedThread } from './show-cached.ts';
