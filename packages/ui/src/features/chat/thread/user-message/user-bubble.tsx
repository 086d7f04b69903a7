import { t } from '@parley/core';
import type { Message } from '@parley/core';
import { Suspense, useState } from 'react';
import { EditIcon } from '../../../../kit/icons/icons.ts';
import { CollapsibleText } from '../../../../kit/text/collapsible-text.tsx';
import { IconButton } from '../../../../kit/controls/icon-button.tsx';
import { MessageTime } from '../../../../kit/text/message-time.tsx';
import { lazyPart } from '../../../../kit/lazy/lazy-part.tsx';
import { Question } from '../../../../kit/reply/question.tsx';
import { useCopied } from '../../../../kit/hooks/use-copied.ts';
import { useLongPress } from '../../../../kit/hooks/use-long-press.ts';
import { useChat, useFixedChat } from '../../../../stores/client.ts';
import { previewSize } from '../../attachments/preview-size.ts';
import { CopyQuestion } from './copy-question.tsx';
import { questionText } from './question-text.ts';
import { MessageVersions } from '../versions/message-versions.tsx';

const AttachedPicture = lazyPart(
  'attached-picture',
  async () => (await import('../../attachments/attached-picture.tsx')).AttachedPicture,
);
const AttachedFile = lazyPart('file', async () => (await import('../../attachments/attached-file.tsx')).AttachedFile);
const EditForm = lazyPart('edit', async () => (await import('./edit-form.tsx')).EditForm);
const BubbleMenu = lazyPart('bubble-menu', async () => (await import('./bubble-menu.tsx')).BubbleMenu);

interface UserBubbleProps {
  conversationId: string;
  /** Key of the message. */
  messageId: string;
  message: Message;
}

/** The user's text and files, aligned to the end. */
export function UserBubble({ conversationId, messageId, message }: UserBubbleProps) {
  const isEditing = useChat(
    ({ editing }) => editing?.messageId === messageId && editing.conversationId === conversationId,
  );
  const { text, attachments = [] } = message;
  const words = <Words conversationId={conversationId} messageId={messageId} message={message} />;
  return (
    <div
      {...(text === '' && { 'data-question': '', 'data-files': questionText(message) })}
      className="group/question flex flex-col items-end gap-2"
    >
      {attachments.map((file) =>
        file.kind === 'image' ? (
          <Suspense key={file.id} fallback={<span style={previewSize(file)} />}>
            <AttachedPicture picture={file} />
          </Suspense>
        ) : (
          <Suspense key={file.id} fallback={<span className="h-13" />}>
            <AttachedFile file={file} />
          </Suspense>
        ),
      )}
      {isEditing ? (
        <Suspense fallback={words}>
          <EditForm />
        </Suspense>
      ) : (
        words
      )}
      {!isEditing && (
        <div className="in-data-busy:invisible empty:hidden">
          <MessageVersions conversationId={conversationId} message={message} />
        </div>
      )}
    </div>
  );
}

const SHOWN_ON_HOVER = 'opacity-0 transition-opacity group-hover/question:opacity-100 focus-visible:opacity-100';

function Words({ conversationId, messageId, message }: UserBubbleProps) {
  const { text, timestamp } = message;
  const { beginEdit } = useFixedChat();
  const [menuAt, setMenuAt] = useState<{ x: number; y: number } | null>(null);
  const longPress = useLongPress(setMenuAt);
  const { copied, copy } = useCopied();
  const copyQuestion = () => copy(text);
  const edit = () => beginEdit(conversationId, messageId);
  return (
    <div className="relative max-w-[min(85%,33rem)] max-md:max-w-[88%]">
      <div className="absolute end-[calc(100%+4px)] bottom-1.5 flex items-center max-md:flex-col">
        <MessageTime timestamp={timestamp} className={`me-1.5 max-lg:sr-only ${SHOWN_ON_HOVER}`} />
        {text !== '' && <CopyQuestion copied={copied} onCopy={copyQuestion} className={SHOWN_ON_HOVER} />}
        <IconButton
          data-edit
          label={t`Edit message`}
          icon={EditIcon}
          iconSize="sm"
          onClick={edit}
          className={`touch:opacity-100 ${SHOWN_ON_HOVER}`}
        />
      </div>
      {text !== '' && (
        <Question {...longPress}>
          <CollapsibleText text={text} />
        </Question>
      )}
      <Suspense>
        {menuAt && <BubbleMenu at={menuAt} onCopy={copyQuestion} onEdit={edit} onClose={() => setMenuAt(null)} />}
      </Suspense>
    </div>
  );
}
