import { Moon, Sun } from 'lucide-react';
import { IconButton } from '../../../kit/icon-button.tsx';
import { usePreferences } from '../../../stores/client.ts';

export function ThemeToggle({ size }: { size: string }) {
  const isDark = usePreferences((preferences) => preferences.theme === 'dark');
  const setTheme = usePreferences((preferences) => preferences.setTheme);
  return (
    <IconButton
      label={isDark ? 'Switch to light theme' : 'Switch to dark theme'}
      icon={isDark ? Sun : Moon}
      size={size}
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
    />
  );
}
