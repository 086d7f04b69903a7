import { useEffect, useState } from 'react';

/** Returns true once `active` has been true for `delay` milliseconds without interruption. */
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
