import { Moon, Sun, type LucideIcon } from 'lucide-react';
import { usePreferences } from '../../../stores/client.ts';

interface OtherTheme {
  label: string;
  icon: LucideIcon;
  change: () => void;
}

/** The theme that is not shown now, and the way to it. */
export function useOtherTheme(): OtherTheme {
  const isDark = usePreferences((preferences) => preferences.theme === 'dark');
  const setTheme = usePreferences((preferences) => preferences.setTheme);
  return {
    label: isDark ? 'Light theme' : 'Dark theme',
    icon: isDark ? Sun : Moon,
    change: () => setTheme(isDark ? 'light' : 'dark'),
  };
}
