/** Lazily loaded chunk with the actions that a first visit does not need. */
export { moveToProject, renameConversation, setArchived, setPinned } from './conversations/change-conversation.ts';
export { branchConversation } from './conversations/branch-conversation.ts';
export { deleteConversation } from './conversations/delete-conversation.ts';
export { findMessage } from './threads/find-message.ts';
export { saveEdit } from './edit/save-edit.ts';
export { reloadFailed } from './threads/reload-failed.ts';
export { stepVersion } from './threads/step-version.ts';
export { undoDelete } from './conversations/undo-delete.ts';
export { removeAttachment, retryUpload, uploadNext } from './attachments/upload-queue.ts';
export { regenerateReply } from './stream/regenerate-reply.ts';
export { unpackText } from './attachments/unpack-text.ts';
