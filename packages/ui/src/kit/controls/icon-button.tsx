import type { ComponentProps } from 'react';
import type { IconNode } from '../icons/icons.ts';
import { Icon } from '../icons/icon.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Accessible name. */
  label: string;
  /** The accessible name by default. */
  tooltip?: string;
  icon: IconNode;
  iconSize?: 'sm' | 'md';
  /** Width and height; 2 rem by default. */
  size?: string;
}

/** A button that shows only an icon and always has a name. */
export function IconButton({
  label,
  tooltip = label,
  icon,
  iconSize = 'md',
  size = 'size-8',
  className = '',
  ...props
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={tooltip}
      {...props}
      className={`inline-grid max-w-[20vw] shrink-0 place-items-center rounded-sm text-muted transition-colors hover:bg-hover hover:text-ink disabled:bg-transparent disabled:text-disabled ${size} ${className}`}
    >
      <Icon icon={icon} size={iconSize} />
    </button>
  );
}
