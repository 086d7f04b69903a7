/** What a chat needs only some time after it is shown; one file, loaded once. */
export { renameConversation, setPinned } from './conversations/change-conversation.ts';
export { deleteConversation } from './conversations/delete-conversation.ts';
export { findMessage } from './threads/find-message.ts';
export { keepRemembering } from '../offline/schedule-snapshot.ts';
export { showRemembered } from '../offline/read-snapshot.ts';
export { saveEdit } from './edit/save-edit.ts';
export { stepVersion } from './threads/step-version.ts';
export { undoDelete } from './conversations/undo-delete.ts';
export { removeAttachment, retryUpload, uploadNext } from './attachments/upload-queue.ts';
