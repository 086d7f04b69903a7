/** The caret at the end of a streaming text. */
export function Caret() {
  return (
    <span
      aria-hidden="true"
      className="ms-[3px] inline-block h-[1.15em] w-0.5 animate-caret rounded-[1px] bg-line align-[-0.2em] still:animate-none"
    />
  );
}

/** The same caret before a label for ongoing work. */
export function Pulse({ className = '' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`h-3.5 w-0.5 shrink-0 animate-breathe rounded-[1px] bg-line still:animate-none ${className}`}
    />
  );
}
