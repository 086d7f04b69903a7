import { MODES, STARTING_PROMPTS, type Brand, type ModeId, t } from '@parley/core';
import { Icon } from '../../kit/icons/icon.tsx';
import { useChat } from '../../stores/client.ts';
import { MODE_ICONS } from '../../kit/icons/mode-icons.ts';

interface EmptyChatProps {
  /** The operator's texts. */
  brand?: Brand | undefined;
  disabled: boolean;
  onPrompt: (mode: ModeId, text: string) => void;
}

/**
 * Suggested prompts for a conversation without messages: the operator's, or first those from the onboarding, then one
 * for each mode that the server has.
 */
export function EmptyChat({
  brand: { welcome = t`What’s on your mind?`, prompts: own } = {},
  disabled,
  onPrompt,
}: EmptyChatProps) {
  const capabilities = useChat((chat) => chat.capabilities);
  const suggested = useChat((chat) => chat.prompts);
  const prompts = (own ?? [...suggested, ...STARTING_PROMPTS])
    .filter(({ mode }) => capabilities?.[mode].ok !== false)
    .slice(0, 4);
  return (
    <section className="scrollbar-quiet flex min-h-0 flex-1 pan-y flex-col overflow-y-auto px-6 pb-8 max-md:px-4 max-md:pb-6">
      <div className="mx-auto mt-auto w-full max-w-(--column)">
        <h2 className="mb-4 text-[1.5rem]/8 font-strong tracking-title md:mb-6 md:text-2xl">
          <bdi>{welcome}</bdi>
        </h2>
        <ul className="border-t border-hairline">
          {prompts.map(({ mode, text }) => (
            <li key={text}>
              <button
                type="button"
                disabled={disabled}
                onClick={() => onPrompt(mode, text)}
                className="flex min-h-14 w-full items-center gap-4 border-b border-hairline px-0.5 py-2.5 text-start text-body leading-6 transition-colors hover:text-accent-text disabled:text-disabled"
              >
                <span className="inline-flex w-21.5 shrink-0 items-center gap-1.5 text-sm text-subtle max-md:w-auto">
                  <Icon icon={MODE_ICONS[mode]} size="sm" />
                  <span className="max-md:sr-only">{MODES.find(({ id }) => id === mode)?.label}</span>
                </span>
                <span className="min-w-0 flex-1">
                  <bdi>{text}</bdi>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
