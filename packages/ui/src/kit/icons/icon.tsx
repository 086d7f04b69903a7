import type { LucideIcon } from './icons.ts';

/** In rem, so that icons scale with the text. */
const SIZES = { xs: '0.875rem', sm: '1rem', md: '1.125rem' } as const;

interface IconProps {
  icon: LucideIcon;
  /** 14, 16 or 18 px. */
  size?: keyof typeof SIZES;
  className?: string;
}

/** A decorative icon beside a text or in a named button; hidden from screen readers. */
export function Icon({ icon: Picture, size = 'md', className = '' }: IconProps) {
  return (
    <Picture
      size={SIZES[size]}
      strokeWidth={size === 'xs' ? 2 : 1.75}
      className={`shrink-0 ${className}`}
      aria-hidden="true"
    />
  );
}
