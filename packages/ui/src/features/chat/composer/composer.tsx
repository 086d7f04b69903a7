import { t } from '@parley/core';
import { Suspense, useState, type ComponentProps, type RefObject } from 'react';
import { DictateIcon, SendIcon, StopIcon } from '../../../kit/icons/icons.ts';
import { Button } from '../../../kit/controls/button.tsx';
import { Icon } from '../../../kit/icons/icon.tsx';
import { IconButton } from '../../../kit/controls/icon-button.tsx';
import { lazyPart } from '../../../kit/lazy/lazy-part.tsx';
import { modeOf } from '../../../stores/chat/send/mode-of.ts';
import { useChat, useClient, useSession } from '../../../stores/client.ts';
import { UNFINISHED_KEY } from '../../../stores/dictation/unfinished-key.ts';
import { preloadMessages } from '../thread/list/load-messages.ts';
import { composerElement } from '../chat-elements.ts';
import { AttachButton } from './attach-button.tsx';
import { ComposerBox } from './composer-box.tsx';
import { ModeSelector } from './mode-selector.tsx';
import type { Attaching } from './use-attaching.ts';
import { useEscapeToStop } from './use-escape-to-stop.ts';
import { useSending } from './use-sending.ts';

const PictureChip = lazyPart('picture-chip', async () => (await import('./picture-chip.tsx')).PictureChip);
const DictationBar = lazyPart('dictation', async () => (await import('../dictation/dictation-bar.tsx')).DictationBar);
const ComposerFiles = lazyPart('composer-files', async () => (await import('./composer-files.tsx')).ComposerFiles);

interface ComposerProps {
  conversationId: string;
  boxRef: RefObject<HTMLTextAreaElement | null>;
  /** Whether the free messages are used up. */
  atLimit: boolean;
  attaching: Attaching;
  /** Called right before a message is sent. */
  onSend: () => void;
  onSignIn: () => void;
  onUpgrade: () => void;
}

export function Composer({ conversationId, boxRef, atLimit, attaching, onSend, onSignIn, onUpgrade }: ComposerProps) {
  const { settings, storage } = useClient().platform;
  const { productName, takesPayments, takesDictation } = settings;
  const signedIn = useSession((session) => session.status === 'signed-in');
  const text = useChat((chat) => chat.drafts[conversationId] ?? '');
  const files = useChat((chat) => chat.attachments[conversationId]);
  const mode = useChat((chat) => modeOf(chat, conversationId));
  const capabilities = useChat((chat) => chat.capabilities);
  const send = useChat((chat) => chat.send);
  const setDraft = useChat((chat) => chat.setDraft);
  const setMode = useChat((chat) => chat.setMode);
  const beginEdit = useChat((chat) => chat.beginEdit);
  const { attach, attachText, refuse } = attaching;
  const { reply, canSend, obstacle, stop } = useSending(conversationId, text, atLimit);
  useEscapeToStop(reply && !reply.stopping ? stop : null);

  // An unfinished dictation is shown again.
  const [isDictating, setDictating] = useState(() => storage.get(UNFINISHED_KEY)?.includes(conversationId));

  const submit = () => {
    if (!signedIn) return onSignIn();
    if (!canSend) return;
    refuse([]);
    onSend();
    void send(conversationId, text);
  };
  const stopAndFocus = (byKey: boolean) => {
    stop();
    // The pressed button is disabled next. On a phone the focus would open the keyboard.
    if (byKey || matchMedia('(hover: hover)').matches) boxRef.current?.focus({ preventScroll: true });
  };
  const type = (typed: string) => {
    // A user who starts to type will soon read a reply.
    if (text === '') preloadMessages();
    setDraft(conversationId, typed);
  };
  const placeholder = !signedIn
    ? t`Sign in to start chatting...`
    : atLimit
      ? takesPayments
        ? t`Upgrade to Premium to continue chatting...`
        : t`You can send more when your limit resets.`
      : t`Message ${productName}...`;
  return (
    <form
      ref={composerElement}
      className={`max-h-[max(50dvh,100dvh-14rem)] overflow-y-auto rounded-lg low:flex low:flex-wrap low:items-end transition-shadow has-[textarea:focus]:shadow-[0_0_0_1.5px_var(--color-accent),var(--shadow)] ${atLimit ? 'bg-sunken shadow-[0_0_0_1px_var(--color-edge)]' : 'bg-raised shadow-float'}`}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {mode === 'image' && (
        <Suspense>
          <PictureChip conversationId={conversationId} />
        </Suspense>
      )}
      {files && (
        <Suspense>
          <ComposerFiles conversationId={conversationId} files={files} />
        </Suspense>
      )}
      <ComposerBox
        boxRef={boxRef}
        text={text}
        placeholder={placeholder}
        disabled={atLimit}
        onText={type}
        onSubmit={submit}
        onFiles={signedIn ? attach : onSignIn}
        onPastedText={attachText}
        onUp={() => !reply && beginEdit(conversationId)}
        onPress={() => !signedIn && onSignIn()}
      />
      {isDictating && signedIn && (
        <Suspense>
          <DictationBar conversationId={conversationId} boxRef={boxRef} onEnd={() => setDictating(false)} />
        </Suspense>
      )}
      {obstacle !== null && (
        <p role="alert" className="pe-14 ps-4 pt-1 text-sm text-danger">
          {obstacle}
        </p>
      )}
      <div className="relative flex flex-wrap items-center gap-1 p-2 short:py-0.5 low:flex-1 low:basis-auto">
        <AttachButton disabled={atLimit || !signedIn} capabilities={capabilities} onFiles={attach} />
        <ModeSelector
          mode={mode}
          disabled={atLimit}
          capabilities={capabilities}
          onChange={(chosen) => setMode(conversationId, chosen)}
          onRefused={(reason) => refuse([reason])}
        />
        {takesDictation && signedIn && !atLimit && !isDictating && (
          <IconButton
            label={t`Dictate`}
            icon={DictateIcon}
            size="size-9 max-md:size-11"
            // Beside the text: the modes take the whole row on a phone.
            className="absolute end-2 bottom-full low:static"
            onClick={() => setDictating(true)}
          />
        )}
        {reply ? (
          <div className="ms-auto flex gap-1">
            {canSend && (
              // On a phone there is no room for it, and Enter does the same.
              <SendButton label={t`Queue`} className="max-md:hidden">
                <Icon icon={SendIcon} />
              </SendButton>
            )}
            {/* The second click of a double click on Send must not press the Stop button that replaces it. */}
            <SendButton
              label={t`Stop`}
              disabled={reply.stopping}
              onClick={({ detail }) => detail < 2 && stopAndFocus(detail === 0)}
            >
              <Icon icon={StopIcon} size="xs" className="fill-current" />
            </SendButton>
          </div>
        ) : atLimit ? (
          <Button size="sm" className="ms-auto min-h-9 max-md:min-h-11" onClick={onUpgrade}>{t`Upgrade`}</Button>
        ) : (
          <SendButton label={t`Send`} disabled={!canSend} className="ms-auto">
            <Icon icon={SendIcon} />
          </SendButton>
        )}
      </div>
    </form>
  );
}

interface SendButtonProps extends ComponentProps<'button'> {
  label: string;
}

const SEND = [
  'grid size-9 shrink-0 place-items-center rounded-sm bg-accent text-accent-contrast transition-colors',
  'hover:bg-accent-hover active:bg-accent-active disabled:bg-hover disabled:text-disabled max-md:size-11',
].join(' ');

/** Submits the form, or calls `onClick` instead. */
function SendButton({ label, className = '', ...props }: SendButtonProps) {
  return (
    <button
      type={props.onClick ? 'button' : 'submit'}
      aria-label={label}
      data-tooltip={label}
      {...props}
      className={`${SEND} ${className}`}
    />
  );
}
