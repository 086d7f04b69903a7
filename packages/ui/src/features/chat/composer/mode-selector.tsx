import { isModeId, MODES, type Capabilities, type ModeId } from '@parley/core';
import { RadioGroup } from 'radix-ui';
import { useId } from 'react';
import { Icon } from '../../../kit/icon.tsx';
import { MODE_ICONS } from '../mode-icons.ts';

interface ModeSelectorProps {
  mode: ModeId;
  disabled: boolean;
  /** What the server can do; null until it is known. */
  capabilities: Capabilities | null;
  onChange: (mode: ModeId) => void;
  /** A mode was chosen that this server does not have; gets the reason. */
  onRefused: (reason: string) => void;
}

/** On phones only the chosen mode shows its word. */
export function ModeSelector({ mode, disabled, capabilities, onChange, onRefused }: ModeSelectorProps) {
  const id = useId();
  const reasonOf = (mode: ModeId) => {
    const { ok = true, reason } = capabilities?.[mode] ?? {};
    return ok ? null : (reason ?? 'This server’s model cannot do this.');
  };
  const choose = (value: string) => {
    if (!isModeId(value)) return;
    const reason = reasonOf(value);
    if (reason === null) onChange(value);
    else onRefused(reason);
  };
  return (
    <RadioGroup.Root
      aria-label="Mode"
      orientation="horizontal"
      value={mode}
      disabled={disabled}
      onValueChange={choose}
      className="flex min-w-0 gap-0.5"
    >
      {MODES.map(({ id: value, label }) => {
        const reason = reasonOf(value);
        const isOff = reason !== null;
        return (
          // One that cannot be chosen can still be reached, so that everybody learns why.
          <RadioGroup.Item
            key={value}
            value={value}
            aria-label={label}
            aria-disabled={isOff || undefined}
            aria-describedby={isOff ? `${id}-${value}` : undefined}
            title={reason ?? undefined}
            className="group inline-flex h-9 items-center gap-1.5 rounded-sm px-2.5 text-sm whitespace-nowrap text-muted transition-colors enabled:not-aria-disabled:data-[state=unchecked]:hover:bg-hover enabled:not-aria-disabled:data-[state=unchecked]:hover:text-ink disabled:bg-transparent disabled:text-disabled aria-disabled:text-disabled enabled:data-[state=checked]:bg-accent-soft enabled:data-[state=checked]:font-medium enabled:data-[state=checked]:text-accent-text max-md:h-10 max-md:data-[state=unchecked]:w-10 max-md:data-[state=unchecked]:justify-center max-md:data-[state=unchecked]:px-0 @max-[33rem]/page:disabled:data-[state=unchecked]:px-2"
          >
            <Icon icon={MODE_ICONS[value]} size="sm" />
            <span className="max-md:group-data-[state=unchecked]:sr-only @max-[33rem]/page:group-disabled:group-data-[state=unchecked]:sr-only">
              {label}
            </span>
            {isOff && (
              <span id={`${id}-${value}`} hidden>
                {reason}
              </span>
            )}
          </RadioGroup.Item>
        );
      })}
    </RadioGroup.Root>
  );
}
