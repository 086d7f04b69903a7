/** What a chat needs only without a network, or some time before; one file, loaded once. */
export { flushQueue } from '../chat/send/flush-queue.ts';
export { keepOnShelf } from './fill-offline-cache.ts';
export { createShelf } from './offline-cache.ts';
export { showShelvedThread, showShelvedList } from './read-offline-cache.ts';
export { showQueue } from '../chat/send/show-queue.ts';
export { unqueueAll, unqueueMessage } from '../chat/send/unqueue-message.ts';
