import type { ComponentProps, ReactNode } from 'react';

interface ToastProps extends ComponentProps<'div'> {
  children: ReactNode;
}

/**
 * A toast about a recent event: at the right below the header, on phones inside the header, so that it never covers
 * text.
 */
export function Toast({ children, className = '', ...props }: ToastProps) {
  return (
    <div
      role="status"
      {...props}
      className={`absolute top-[calc(var(--bar)+8px)] right-6 z-5 flex max-w-90 min-w-60 animate-rise items-center gap-2.5 rounded-lg bg-raised py-2.5 pr-4 pl-3 text-sm shadow-float max-md:inset-x-14 max-md:top-1.5 max-md:h-11 max-md:max-w-none max-md:min-w-0 ${className}`}
    >
      {children}
    </div>
  );
}
