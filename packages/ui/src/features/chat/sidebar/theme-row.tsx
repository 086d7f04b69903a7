import { Icon } from '../../../kit/icon.tsx';
import { useOtherTheme } from './use-other-theme.ts';

/** Leads to the other theme; names where it leads. */
export function ThemeRow() {
  const { label, icon, change } = useOtherTheme();
  return (
    <button
      type="button"
      onClick={change}
      className="flex min-h-9 w-full items-center gap-2.5 rounded-sm px-2.5 text-muted transition-colors hover:bg-hover hover:text-ink max-md:min-h-11"
    >
      <Icon icon={icon} />
      {label}
    </button>
  );
}
