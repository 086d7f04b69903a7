import { useEffect, useState } from 'react';

/** True once `active` has been true for `delay` milliseconds without a break. */
export function useDelayed(active: boolean, delay: number): boolean {
  const [due, setDue] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setDue(true), delay);
    return () => {
      clearTimeout(timer);
      setDue(false);
    };
  }, [active, delay]);
  return active && due;
}
