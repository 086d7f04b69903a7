import { MODES, type Capabilities, type ModeId, t } from '@parley/core';
import { useId } from 'react';
import { Icon } from '../../../kit/icons/icon.tsx';
import { MODE_ICONS } from '../../../kit/icons/mode-icons.ts';

interface ModeSelectorProps {
  mode: ModeId;
  disabled: boolean;
  /** The server's capabilities; null until they are loaded. */
  capabilities: Capabilities | null;
  onChange: (mode: ModeId) => void;
  /** Called with the reason when the user chooses a mode that the server lacks. */
  onRefused: (reason: string) => void;
}

export function ModeSelector({ mode, disabled, capabilities, onChange, onRefused }: ModeSelectorProps) {
  const group = useId();
  return (
    <div role="radiogroup" aria-label={t`Mode`} className="flex min-w-0 flex-wrap gap-0.5">
      {MODES.map(({ id, label }) => {
        const reason = reasonAgainst(id, capabilities);
        return (
          <Mode
            key={id}
            id={id}
            label={label}
            group={group}
            isChosen={id === mode}
            disabled={disabled}
            reason={reason}
            onChoose={() => (reason === null ? onChange(id) : onRefused(reason))}
          />
        );
      })}
    </div>
  );
}

function reasonAgainst(mode: ModeId, capabilities: Capabilities | null): string | null {
  if (!capabilities || capabilities[mode].ok) return null;
  return capabilities[mode].reason ?? t`This server’s model can’t do this.`;
}

interface ModeProps {
  id: ModeId;
  label: string;
  group: string;
  isChosen: boolean;
  disabled: boolean;
  /** Why the server lacks this mode. Such a mode stays focusable, so that everyone can read the reason. */
  reason: string | null;
  onChoose: () => void;
}

const MODE = [
  'focus-ring-within relative inline-flex h-9 items-center gap-1.5 rounded-sm px-2.5 text-sm whitespace-nowrap transition-colors',
  'max-md:h-11 max-md:flex-col max-md:justify-center max-md:gap-0.5 max-md:px-1 max-md:text-[0.6875rem]/3.5',
].join(' ');

/** One mode. On phones its label is below its icon, so that all four fit. */
function Mode({ id, label, group, isChosen, disabled, reason, onChoose }: ModeProps) {
  const isOff = disabled || reason !== null;
  const ink = isOff
    ? 'text-disabled'
    : isChosen
      ? 'bg-accent-soft font-medium text-accent-text'
      : 'text-muted hover:bg-hover hover:text-ink';
  return (
    <label data-tooltip={reason ?? undefined} className={`${MODE} ${ink}`}>
      <input
        type="radio"
        name={group}
        value={id}
        checked={isChosen}
        disabled={disabled}
        aria-label={label}
        aria-disabled={isOff || undefined}
        aria-describedby={reason === null ? undefined : `${group}${id}`}
        onChange={onChoose}
        // Enter would submit the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        className="absolute inset-0 size-full cursor-[inherit] appearance-none rounded-sm outline-none"
      />
      <Icon icon={MODE_ICONS[id]} size="sm" />
      <span aria-hidden="true">{label}</span>
      {reason !== null && (
        <span id={`${group}${id}`} hidden>
          {reason}
        </span>
      )}
    </label>
  );
}
