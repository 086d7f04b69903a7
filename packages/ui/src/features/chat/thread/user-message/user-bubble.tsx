import type { Message } from '@parley/core';
import { Suspense, useState } from 'react';
import { EditIcon } from '../../../../kit/icons/icons.ts';
import { CollapsibleText } from '../../../../kit/text/collapsible-text.tsx';
import { IconButton } from '../../../../kit/controls/icon-button.tsx';
import { lazyPart } from '../../../../kit/lazy/lazy-part.tsx';
import { Question } from '../../../../kit/reply/question.tsx';
import { useLongPress } from '../../../../kit/hooks/use-long-press.ts';
import { useChat } from '../../../../stores/client.ts';
import { AttachedFile } from '../../attachments/attached-file.tsx';
import { AttachedPicture } from '../../attachments/attached-picture.tsx';
import { questionText } from './question-text.ts';
import { EditForm } from './edit-form.tsx';
import { MessageVersions } from '../versions/message-versions.tsx';

const BubbleMenu = lazyPart('bubble-menu', async () => (await import('./bubble-menu.tsx')).BubbleMenu);

interface UserBubbleProps {
  conversationId: string;
  /** Key of the message. */
  messageId: string;
  message: Message;
}

/** The user's text and files, aligned right. */
export function UserBubble({ conversationId, messageId, message }: UserBubbleProps) {
  const isEditing = useChat(
    ({ editing }) => editing?.messageId === messageId && editing.conversationId === conversationId,
  );
  const { text, attachments = [] } = message;
  return (
    <div
      {...(text === '' && { 'data-question': '', 'data-files': questionText(message) })}
      className="group/question flex flex-col items-end gap-2"
    >
      {attachments.map((file) =>
        file.kind === 'image' ? (
          <AttachedPicture key={file.id} picture={file} />
        ) : (
          <AttachedFile key={file.id} file={file} />
        ),
      )}
      {isEditing ? <EditForm /> : <Words conversationId={conversationId} messageId={messageId} text={text} />}
      {!isEditing && (
        <div className="in-data-busy:invisible empty:hidden">
          <MessageVersions conversationId={conversationId} message={message} />
        </div>
      )}
    </div>
  );
}

interface WordsProps {
  conversationId: string;
  messageId: string;
  text: string;
}

function Words({ conversationId, messageId, text }: WordsProps) {
  const beginEdit = useChat((chat) => chat.beginEdit);
  const [menuAt, setMenuAt] = useState<{ x: number; y: number } | null>(null);
  const longPress = useLongPress(setMenuAt);
  const edit = () => beginEdit(conversationId, messageId);
  return (
    <div className="relative max-w-[min(85%,33rem)] max-md:max-w-[88%]">
      <IconButton
        data-edit
        label="Edit message"
        icon={EditIcon}
        iconSize="sm"
        onClick={edit}
        className="absolute right-[calc(100%+4px)] bottom-1.5 opacity-0 transition-opacity group-hover/question:opacity-100 focus-visible:opacity-100 touch:opacity-100"
      />
      {text !== '' && (
        <Question {...longPress}>
          <CollapsibleText text={text} />
        </Question>
      )}
      <Suspense>
        {menuAt && <BubbleMenu at={menuAt} text={text} onEdit={edit} onClose={() => setMenuAt(null)} />}
      </Suspense>
    </div>
  );
}
