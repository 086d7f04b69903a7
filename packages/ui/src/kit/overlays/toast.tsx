import type { ComponentProps, ReactNode } from 'react';

interface ToastProps extends ComponentProps<'div'> {
  children: ReactNode;
}

const TOAST = [
  'absolute top-1.5 end-6 z-5 flex h-11 max-w-90 min-w-60 animate-rise items-center gap-2.5 rounded-lg bg-raised pe-4 ps-3',
  'text-sm shadow-float max-md:inset-x-14 max-md:max-w-none max-md:min-w-0',
].join(' ');

/** A toast about a recent event, inside the header, so that it never covers a message. */
export function Toast({ children, className = '', ...props }: ToastProps) {
  return (
    <div role="status" {...props} className={`${TOAST} ${className}`}>
      {children}
    </div>
  );
}
