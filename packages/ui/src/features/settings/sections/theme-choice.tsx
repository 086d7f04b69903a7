import { t } from '@parley/core';
import { SystemThemeIcon, DarkThemeIcon, LightThemeIcon } from '../../../kit/icons/icons.ts';
import { SegmentedControl } from '../../../kit/controls/segmented-control.tsx';
import { usePreferences } from '../../../stores/client.ts';

const THEMES = [
  { value: 'system', label: t`System`, icon: SystemThemeIcon },
  { value: 'light', label: t`Light`, icon: LightThemeIcon },
  { value: 'dark', label: t`Dark`, icon: DarkThemeIcon },
] as const;

export function ThemeChoice() {
  const theme = usePreferences((preferences) => preferences.themeChoice);
  const setTheme = usePreferences((preferences) => preferences.setTheme);
  return <SegmentedControl label={t`Theme`} options={THEMES} value={theme} onChange={setTheme} />;
}
