import { createElement } from 'react';
import type { IconNode } from './icons.ts';

/** In rem, so that icons scale with the text. */
const SIZES = { xs: '0.875rem', sm: '1rem', md: '1.125rem' } as const;

interface IconProps {
  icon: IconNode;
  /** 14, 16 or 18 px. */
  size?: keyof typeof SIZES;
  className?: string;
}

/** A decorative icon beside a text or in a named button; hidden from screen readers. */
export function Icon({ icon, size = 'md', className = '' }: IconProps) {
  return createElement(
    'svg',
    {
      viewBox: '0 0 24 24',
      width: SIZES[size],
      height: SIZES[size],
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: size === 'xs' ? 2 : 1.75,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      className: `shrink-0 ${className}`,
      'aria-hidden': true,
    },
    ...icon.map(([shape, attributes]) => createElement(shape, attributes)),
  );
}
