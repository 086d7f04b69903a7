/** What a chat needs only without a network, or some time before; one file, loaded once. */
export { deliver } from './deliver.ts';
export { keepOnShelf } from './keep-on-shelf.ts';
export { createShelf } from './shelf.ts';
export { showShelvedThread, showShelvedList } from './show-shelved.ts';
export { showWaiting } from './show-waiting.ts';
export { takeBackAll, takeBackWaiting } from './take-back-waiting.ts';
