import { Moon, Sun } from 'lucide-react';
import { Icon } from '../../kit/icons/icon.tsx';
import { usePreferences } from '../../stores/client.ts';

const THEMES = [
  { id: 'light', label: 'Light', icon: Sun },
  { id: 'dark', label: 'Dark', icon: Moon },
] as const;

export function ThemeChoice() {
  const theme = usePreferences((preferences) => preferences.theme);
  const setTheme = usePreferences((preferences) => preferences.setTheme);
  return (
    <span
      role="radiogroup"
      aria-label="Theme"
      className="inline-flex rounded-sm bg-sunken p-0.5 shadow-[inset_0_0_0_1px_var(--border)]"
    >
      {THEMES.map(({ id, label, icon }) => (
        <label
          key={id}
          className="inline-flex h-8 items-center gap-1.5 rounded-[6px] px-3 text-sm font-medium text-muted hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--border-strong)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus max-md:h-10"
        >
          <input type="radio" name="theme" className="sr-only" checked={theme === id} onChange={() => setTheme(id)} />
          <Icon icon={icon} size="sm" />
          {label}
        </label>
      ))}
    </span>
  );
}
