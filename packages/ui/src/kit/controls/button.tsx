import type { ComponentProps } from 'react';

const BASE = [
  'inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-sm font-medium wrap-anywhere',
  'transition-colors select-none disabled:bg-hover disabled:text-disabled disabled:inset-shadow-none',
].join(' ');

const VARIANTS = {
  primary: 'bg-accent text-accent-contrast hover:bg-accent-hover active:bg-accent-active',
  secondary: 'bg-raised inset-shadow-edge hover:bg-hover active:bg-active',
  quiet: 'text-muted hover:bg-hover hover:text-ink',
  'quiet-danger': 'text-danger hover:bg-danger-soft',
  danger: 'bg-danger text-danger-contrast hover:bg-danger-hover',
  'outlined-danger': 'text-danger shadow-[inset_0_0_0_1px_currentColor] hover:bg-danger hover:text-danger-contrast',
} as const;

const SIZES = {
  sm: 'min-h-8 px-3 py-1 text-sm',
  md: 'min-h-10 px-4 py-1 text-ui',
  lg: 'min-h-12 px-5 py-1 text-note',
  field: 'min-h-11 w-full px-4 py-1 text-ui',
} as const;

interface ButtonProps extends ComponentProps<'button'> {
  variant?: keyof typeof VARIANTS;
  /** `field` matches the height and width of form fields. */
  size?: keyof typeof SIZES;
}

export function Button({ variant = 'primary', size = 'md', className = '', type = 'button', ...props }: ButtonProps) {
  return <button {...props} type={type} className={`${BASE} ${VARIANTS[variant]} ${SIZES[size]} ${className}`} />;
}
