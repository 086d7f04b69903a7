import { useState } from 'react';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { useSession } from '../../stores/client.ts';
import { AccountSection } from './sections/account-section.tsx';
import { DataSection } from './sections/data-section.tsx';
import { HelpSection } from './sections/help-section.tsx';
import { ConversationsPage } from './pages/conversations-page.tsx';
import { DeletionPage } from './pages/deletion-page.tsx';
import { EmailPage } from './pages/email-page.tsx';
import type { SettingsPage } from './page-link.tsx';
import { PasswordPage } from './pages/password-page.tsx';
import { Row } from './row.tsx';
import { Section } from './sections/section.tsx';
import { ReceiptsPage } from './pages/receipts-page.tsx';
import { SessionsPage } from './pages/sessions-page.tsx';
import { SubscriptionSection } from './sections/subscription-section.tsx';
import { ThemeChoice } from './sections/theme-choice.tsx';
import { useAccount } from './use-account.ts';
import '../../kit/all-utilities.css';

interface SettingsDialogProps {
  /** Opens the list of conversations with this one selected. */
  selected?: string;
  onUpgrade: () => void;
  onClose: () => void;
}

/** All settings in one list; anything that takes more than one press has a page behind it. */
export function SettingsDialog({ selected, onUpgrade, onClose }: SettingsDialogProps) {
  const user = useSession((session) => session.user);
  const { account, read } = useAccount(user !== null);
  const [opened, setOpened] = useState<SettingsPage | null>(selected === undefined ? null : 'conversations');
  const [left, setLeft] = useState<SettingsPage | null>(null);
  const hasPassword = account.status !== 'ready' || account.hasPassword;
  const page = user && opened;
  const onBack = () => {
    setLeft(opened);
    setOpened(null);
  };
  const links = { left, open: setOpened };
  return (
    <Dialog
      title={page ? titleOf(page, user.email !== '', hasPassword) : 'Settings'}
      size="wide"
      onBack={page ? onBack : undefined}
      onClose={onClose}
    >
      {!page && (
        <>
          <Section title="Appearance">
            <Row label="Theme">
              <ThemeChoice />
            </Row>
          </Section>
          {user && (
            <>
              <SubscriptionSection user={user} onUpgrade={onUpgrade} {...links} />
              <AccountSection user={user} account={account} onRetry={() => void read()} {...links} />
              <DataSection account={account} onChanged={read} {...links} />
            </>
          )}
          <HelpSection />
        </>
      )}
      {page === 'email' && <EmailPage hasPassword={hasPassword} onBack={onBack} />}
      {user && page === 'password' && (
        <PasswordPage email={user.email} hasPassword={hasPassword} onChanged={() => void read()} onBack={onBack} />
      )}
      {page === 'sessions' && <SessionsPage />}
      {page === 'receipts' && <ReceiptsPage />}
      {page === 'conversations' && <ConversationsPage first="active" selected={selected} onClose={onClose} />}
      {(page === 'archived' || page === 'deleted') && <ConversationsPage first={page} onClose={onClose} />}
      {user && page === 'deletion' && <DeletionPage user={user} hasPassword={hasPassword} onBack={onBack} />}
    </Dialog>
  );
}

function titleOf(page: SettingsPage, hasEmail: boolean, hasPassword: boolean): string {
  switch (page) {
    case 'email':
      return hasEmail ? 'Change email' : 'Add an email';
    case 'password':
      return hasPassword ? 'Change password' : 'Set a password';
    case 'sessions':
      return 'Where you’re signed in';
    case 'receipts':
      return 'Receipts';
    case 'conversations':
    case 'archived':
    case 'deleted':
      return 'Conversations';
    case 'deletion':
      return 'Delete account';
  }
}
