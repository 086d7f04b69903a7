import { isCounted, isPremium, PLANS } from '@parley/core';
import { Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Icon } from '../../kit/icon.tsx';
import { usePreferences, useSession } from '../../stores/client.ts';

const THEMES = [
  { id: 'light', label: 'Light', icon: Sun },
  { id: 'dark', label: 'Dark', icon: Moon },
] as const;

interface SettingsDialogProps {
  onUpgrade: () => void;
  onClose: () => void;
}

export function SettingsDialog({ onUpgrade, onClose }: SettingsDialogProps) {
  const user = useSession((session) => session.user);
  return (
    <Dialog title="Settings" size="wide" onClose={onClose}>
      <Section title="Appearance">
        <Row label="Theme">
          <ThemeChoice />
        </Row>
      </Section>
      {user && (
        <Section title="Subscription">
          <Row label="Plan">{user.isAdmin || isPremium(user) ? 'Premium' : 'Free'}</Row>
          {isCounted(user) && (
            <div className="mt-2 flex items-center justify-between gap-3 rounded-sm bg-accent-soft px-4 py-3">
              <p>
                Unlimited messages in every mode
                <span className="block text-sm text-muted">
                  From ${PLANS[0].dollars} per {PLANS[0].per}
                </span>
              </p>
              <Button size="sm" onClick={onUpgrade}>
                Activate Premium
              </Button>
            </div>
          )}
        </Section>
      )}
    </Dialog>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6">
      <h3 className="pb-1 text-sm font-medium text-subtle">{title}</h3>
      <div className="border-t border-hairline">{children}</div>
    </section>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-13 items-center justify-between gap-4">
      <span>{label}</span>
      <span className="text-right text-muted">{children}</span>
    </div>
  );
}

function ThemeChoice() {
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
