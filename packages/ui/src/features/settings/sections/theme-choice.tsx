import { Monitor, Moon, Sun } from 'lucide-react';
import { SegmentedControl } from '../../../kit/controls/segmented-control.tsx';
import { usePreferences } from '../../../stores/client.ts';

const THEMES = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const;

export function ThemeChoice() {
  const theme = usePreferences((preferences) => preferences.themeChoice);
  const setTheme = usePreferences((preferences) => preferences.setTheme);
  return <SegmentedControl label="Theme" options={THEMES} value={theme} onChange={setTheme} />;
}
