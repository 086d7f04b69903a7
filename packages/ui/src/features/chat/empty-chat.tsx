import type { ModeId } from '@parley/core';
import { MODES } from '@parley/core';
import { Icon } from '../../kit/icon.tsx';
import { MODE_ICONS } from './mode-icons.ts';

const PROMPTS: Record<ModeId, string> = {
  normal: 'Explain something I half understand, from the beginning',
  thinking: 'Work through a decision with me, step by step',
};

interface EmptyChatProps {
  disabled: boolean;
  onPrompt: (mode: ModeId, text: string) => void;
}

export function EmptyChat({ disabled, onPrompt }: EmptyChatProps) {
  return (
    <section className="scrollbar-quiet flex min-h-0 flex-1 flex-col overflow-y-auto px-6 pb-8 max-md:px-4 max-md:pb-6">
      <div className="mx-auto mt-auto w-full max-w-(--column)">
        <h2 className="mb-4 text-[1.5rem]/8 font-strong tracking-title md:mb-6 md:text-2xl">
          What would you like to talk over?
        </h2>
        <ul className="border-t border-hairline">
          {MODES.map(({ id, label }) => (
            <li key={id}>
              <button
                type="button"
                disabled={disabled}
                onClick={() => onPrompt(id, PROMPTS[id])}
                className="flex min-h-14 w-full items-center gap-4 border-b border-hairline px-0.5 py-2.5 text-left text-body leading-6 transition-colors hover:text-accent-text disabled:text-disabled"
              >
                <span className="inline-flex w-21.5 shrink-0 items-center gap-1.5 text-sm text-subtle max-md:w-auto">
                  <Icon icon={MODE_ICONS[id]} size="sm" />
                  <span className="max-md:sr-only">{label}</span>
                </span>
                <span className="min-w-0 flex-1">{PROMPTS[id]}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
