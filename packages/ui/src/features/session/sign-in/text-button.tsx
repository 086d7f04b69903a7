import type { ReactNode } from 'react';

interface TextButtonProps {
  onClick: () => void;
  children: ReactNode;
}

/** Button that looks like a link and opens another form. */
export function TextButton({ onClick, children }: TextButtonProps) {
  return (
    <button
      type="button"
      className="min-h-6 rounded-xs font-medium text-accent-text hover:underline hover:underline-offset-3"
      onClick={onClick}
    >
      {children}
    </button>
  );
}
