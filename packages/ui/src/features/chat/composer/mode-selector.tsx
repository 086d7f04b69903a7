import { isModeId, MODES, type ModeId } from '@parley/core';
import { RadioGroup } from 'radix-ui';
import { Icon } from '../../../kit/icon.tsx';
import { MODE_ICONS } from '../mode-icons.ts';

interface ModeSelectorProps {
  mode: ModeId;
  disabled: boolean;
  onChange: (mode: ModeId) => void;
}

/** On phones only the chosen mode shows its word. */
export function ModeSelector({ mode, disabled, onChange }: ModeSelectorProps) {
  return (
    <RadioGroup.Root
      aria-label="Mode"
      orientation="horizontal"
      value={mode}
      disabled={disabled}
      onValueChange={(value) => isModeId(value) && onChange(value)}
      className="flex min-w-0 gap-0.5"
    >
      {MODES.map(({ id, label }) => (
        <RadioGroup.Item
          key={id}
          value={id}
          aria-label={label}
          className="group inline-flex h-9 items-center gap-1.5 rounded-sm px-2.5 text-sm whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-ink disabled:bg-transparent disabled:text-disabled enabled:data-[state=checked]:bg-accent-soft enabled:data-[state=checked]:font-medium enabled:data-[state=checked]:text-accent-text max-md:h-10 max-md:data-[state=unchecked]:w-10 max-md:data-[state=unchecked]:justify-center max-md:data-[state=unchecked]:px-0"
        >
          <Icon icon={MODE_ICONS[id]} size="sm" />
          <span className="max-md:group-data-[state=unchecked]:sr-only">{label}</span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
