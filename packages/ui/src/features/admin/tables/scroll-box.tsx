import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';

interface ScrollBoxProps {
  /** The accessible name while it scrolls. */
  label: string;
  children: ReactNode;
}

/** On phones and with large text, scrolls sideways what is wider than the page; only then is it a tab stop. */
export function ScrollBox({ label, children }: ScrollBoxProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const observer = new ResizeObserver(() => setScrolls(box.scrollWidth > box.clientWidth));
    observer.observe(box);
    if (box.firstElementChild) observer.observe(box.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={ref}
      {...(scrolls && { role: 'group', tabIndex: 0, 'aria-label': label })}
      className="scrollbar-quiet max-md:overflow-x-auto"
    >
      {children}
    </div>
  );
}
