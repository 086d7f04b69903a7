import { ArrowUp, Square } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Icon } from '../../../kit/icon.tsx';
import { useChat, useClient, useSession } from '../../../stores/client.ts';
import { loadMarkdown } from '../thread/reply-text.tsx';
import { ModeSelector } from './mode-selector.tsx';
import { useSending } from './use-sending.ts';

interface ComposerProps {
  conversationId: string;
  /** Called right before a question leaves. */
  onSend: () => void;
  onSignIn: () => void;
}

export function Composer({ conversationId, onSend, onSignIn }: ComposerProps) {
  const { productName } = useClient().platform.settings;
  const signedIn = useSession((session) => session.status === 'signed-in');
  const draft = useChat((chat) => chat.drafts[conversationId] ?? '');
  const mode = useChat((chat) => chat.mode);
  const setDraft = useChat((chat) => chat.setDraft);
  const setMode = useChat((chat) => chat.setMode);
  const { atLimit, reply, canSend, send, stop } = useSending(conversationId, draft);
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (box.current) fitHeight(box.current);
  }, [draft]);
  useEffect(() => {
    if (matchMedia('(hover: hover)').matches) box.current?.focus({ preventScroll: true });
  }, []);

  const submit = () => {
    if (!signedIn) return onSignIn();
    if (!canSend) return;
    onSend();
    send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that confirms a word of an input method belongs to the input method.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    submit();
  };

  const placeholder = !signedIn
    ? 'Sign in to start chatting...'
    : atLimit
      ? 'Upgrade to Premium to continue chatting...'
      : `Message ${productName}...`;
  return (
    <form
      className={`rounded-lg transition-shadow has-[textarea:focus]:shadow-[0_0_0_1.5px_var(--accent),var(--shadow)] ${atLimit ? 'bg-sunken shadow-[0_0_0_1px_var(--border-strong)]' : 'bg-raised shadow-float'}`}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <textarea
        ref={box}
        rows={1}
        aria-label="Message"
        placeholder={placeholder}
        value={draft}
        disabled={atLimit}
        onChange={(event) => {
          // Whoever begins to write will soon read a reply.
          if (draft === '') void loadMarkdown();
          setDraft(conversationId, event.target.value);
        }}
        onKeyDown={onKeyDown}
        onPointerDown={() => !signedIn && onSignIn()}
        className="block field-sizing-content max-h-32 min-h-12 w-full resize-none px-4 pt-4 pb-1 text-body leading-6 outline-none"
      />
      <div className="flex items-center gap-1 p-2">
        <ModeSelector mode={mode} disabled={atLimit} onChange={setMode} />
        {reply ? (
          <SendButton label="Stop" disabled={reply.stopping} onClick={stop}>
            <Icon icon={Square} size="xs" className="fill-current" />
          </SendButton>
        ) : (
          <SendButton label="Send" disabled={!canSend}>
            <Icon icon={ArrowUp} />
          </SendButton>
        )}
      </div>
    </form>
  );
}

interface SendButtonProps {
  label: string;
  disabled: boolean;
  onClick?: () => void;
  children: ReactNode;
}

/** Sends the form, or does what it is told instead. */
function SendButton({ label, disabled, onClick, children }: SendButtonProps) {
  return (
    <button
      type={onClick ? 'button' : 'submit'}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      className="ml-auto grid size-9 shrink-0 place-items-center rounded-sm bg-accent text-accent-contrast transition-colors hover:bg-accent-hover active:bg-accent-active disabled:bg-hover disabled:text-disabled max-md:size-10"
    >
      {children}
    </button>
  );
}

/** Makes a box as high as its text where the style sheet alone cannot. */
function fitHeight(box: HTMLTextAreaElement) {
  if (CSS.supports('field-sizing', 'content')) return;
  box.style.height = 'auto';
  box.style.height = `${box.scrollHeight}px`;
}
