import type { ReactNode } from 'react';

const VARIANTS = { soft: 'bg-accent-soft text-accent-text', solid: 'bg-accent text-accent-contrast' } as const;

interface BadgeProps {
  variant?: keyof typeof VARIANTS;
  className?: string;
  children: ReactNode;
}

/** A word that marks a thing as special, such as BEST VALUE. */
export function Badge({ variant = 'soft', className = '', children }: BadgeProps) {
  return (
    <span
      className={`rounded-xs px-1.5 text-[0.6875rem]/4.5 font-strong tracking-[0.03em] whitespace-nowrap ${VARIANTS[variant]} ${className}`}
    >
      {children}
    </span>
  );
}
