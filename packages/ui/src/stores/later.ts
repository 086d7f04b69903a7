/** What a chat needs only some time after it is shown; one file, loaded once. */
export { renameConversation, setPinned } from './change-conversation.ts';
export { deleteConversation } from './delete-conversation.ts';
export { findMessage } from './find-message.ts';
export { keepRemembering } from './keep-remembering.ts';
export { showRemembered } from './remembered.ts';
export { saveEdit } from './save-edit.ts';
export { stepVersion } from './step-version.ts';
export { undoDelete } from './undo-delete.ts';
export { removeAttachment, retryUpload, uploadNext } from './upload-queue.ts';
