import { t, type User } from '@parley/core';
import { Suspense, useState } from 'react';
import { Skeleton } from '../../kit/notices/skeleton.tsx';
import { lazyPart } from '../../kit/lazy/lazy-part.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { useSession } from '../../stores/client.ts';
import { AccountSection } from './sections/account-section.tsx';
import { DataSection } from './sections/data-section.tsx';
import { HelpSection } from './sections/help-section.tsx';
import { LanguageRow } from './sections/language-row.tsx';
import { ConversationsPage } from './conversations/conversations-page.tsx';
import { DeletionPage } from './pages/deletion-page.tsx';
import { EmailPage } from './sign-in/email-page.tsx';
import { BringMemoriesPage } from './memories/bring-memories-page.tsx';
import { ExportPage } from './pages/export-page.tsx';
import { InstructionsPage } from './pages/instructions-page.tsx';
import { MemoriesPage } from './memories/memories-page.tsx';
import type { Owner } from './pages/owner-field.tsx';
import type { SettingsPage } from './page-link.tsx';
import { PasswordPage } from './sign-in/password-page.tsx';
import { PersonalSection } from './sections/personal-section.tsx';
import { Row } from './row.tsx';
import { Section } from './sections/section.tsx';
import { ReceiptsPage } from './pages/receipts-page.tsx';
import { SharesPage } from './shares/shares-page.tsx';
import { SessionsPage } from './sign-in/sessions-page.tsx';
import { NotificationsRow } from './sections/notifications-row.tsx';
import { SubscriptionSection } from './sections/subscription-section.tsx';
import { ThemeChoice } from './sections/theme-choice.tsx';
import { signsInWith } from './signs-in-with.ts';
import { useAccount } from './use-account.ts';
import '../../kit/all-utilities.css';

const WaysPage = lazyPart('ways', async () => (await import('./sign-in/ways-page.tsx')).WaysPage);
const TwoStepsPage = lazyPart('two-steps', async () => (await import('./two-steps/two-steps-page.tsx')).TwoStepsPage);
const ApiKeysPage = lazyPart('api-keys', async () => (await import('./api-keys/api-keys-page.tsx')).ApiKeysPage);
const LibraryPage = lazyPart('library', async () => (await import('./library/library-page.tsx')).LibraryPage);
const ImportPage = lazyPart('import', async () => (await import('./import/import-page.tsx')).ImportPage);

/** Until the server has answered what a change requires. */
const UNKNOWN_OWNER: Owner = { hasPassword: true, hasSecondFactor: false };

interface SettingsDialogProps {
  /** Opens the list of conversations with this one selected. */
  selected?: string;
  onUpgrade: () => void;
  onClose: () => void;
}

/** All settings in one list; anything that takes more than one press has a page behind it. */
export function SettingsDialog(props: SettingsDialogProps) {
  const user = useLastUser();
  return <UserSettings key={user?._id} user={user} {...props} />;
}

/** The signed-in user, and after their session expired the last one, whose page keeps what was typed into it. */
function useLastUser(): User | null {
  const user = useSession((session) => session.user);
  const [last, setLast] = useState(user);
  if (user !== null && user !== last) setLast(user);
  return user ?? last;
}

function UserSettings({ user, selected, onUpgrade, onClose }: SettingsDialogProps & { user: User | null }) {
  const isSignedIn = useSession((session) => session.user !== null);
  const { account, read } = useAccount(isSignedIn);
  const [opened, setOpened] = useState<SettingsPage | null>(selected === undefined ? null : 'conversations');
  const [left, setLeft] = useState<SettingsPage | null>(null);
  const owner = account.status === 'ready' ? account : UNKNOWN_OWNER;
  const providers = account.status === 'ready' ? account.signInProviders : [];
  const page = user && opened;
  const onBack = () => {
    setLeft(opened);
    setOpened(opened === 'bring-memories' ? 'memories' : null);
  };
  const links = { left, open: setOpened };
  return (
    <Dialog
      title={page ? titleOf(page, user.email !== '', owner.hasPassword) : t`Settings`}
      size="wide"
      onBack={page ? onBack : undefined}
      onClose={onClose}
    >
      {!page && (
        <>
          <Section title={t`Appearance`}>
            <Row label={t`Theme`}>
              <ThemeChoice />
            </Row>
            <LanguageRow />
            {user && <NotificationsRow />}
          </Section>
          {user && (
            <>
              <SubscriptionSection user={user} onUpgrade={onUpgrade} {...links} />
              <AccountSection user={user} account={account} onRetry={() => void read()} {...links} />
              <PersonalSection account={account} {...links} />
              <DataSection account={account} onChanged={read} {...links} />
            </>
          )}
          <HelpSection />
        </>
      )}
      {page === 'instructions' && account.status === 'ready' && (
        <InstructionsPage saved={account} onSaved={read} onBack={onBack} />
      )}
      {page === 'memories' && <MemoriesPage onBring={() => setOpened('bring-memories')} onClose={onClose} />}
      {page === 'bring-memories' && <BringMemoriesPage onBack={onBack} />}
      {page === 'email' && <EmailPage owner={owner} onBack={onBack} />}
      {user && page === 'password' && (
        <PasswordPage
          email={user.email}
          owner={owner}
          signsInWith={signsInWith(providers)}
          onChanged={() => void read()}
          onBack={onBack}
        />
      )}
      {user && page === 'ways' && (
        <Suspense fallback={<Skeleton lines={4} className="mt-6" />}>
          <WaysPage email={user.email} owner={owner} providers={providers} onChanged={read} />
        </Suspense>
      )}
      {page === 'two-steps' && (
        <Suspense fallback={<Skeleton lines={4} className="mt-6" />}>
          <TwoStepsPage owner={owner} onChanged={read} />
        </Suspense>
      )}
      {user && page === 'api-keys' && (
        <Suspense fallback={<Skeleton lines={4} className="mt-6" />}>
          <ApiKeysPage user={user} owner={owner} onClose={onClose} />
        </Suspense>
      )}
      {page === 'sessions' && <SessionsPage />}
      {page === 'receipts' && <ReceiptsPage />}
      {page === 'conversations' && <ConversationsPage first="active" selected={selected} onClose={onClose} />}
      {(page === 'archived' || page === 'deleted') && <ConversationsPage first={page} onClose={onClose} />}
      {page === 'shares' && <SharesPage onClose={onClose} />}
      {page === 'library' && (
        <Suspense fallback={<Skeleton lines={4} className="mt-6" />}>
          <LibraryPage onClose={onClose} />
        </Suspense>
      )}
      {page === 'import' && (
        <Suspense fallback={<Skeleton lines={4} className="mt-6" />}>
          <ImportPage />
        </Suspense>
      )}
      {page === 'export' && <ExportPage owner={owner} onExported={read} onBack={onBack} />}
      {user && page === 'deletion' && <DeletionPage user={user} owner={owner} onBack={onBack} />}
    </Dialog>
  );
}

function titleOf(page: SettingsPage, hasEmail: boolean, hasPassword: boolean): string {
  switch (page) {
    case 'instructions':
      return t`Instructions`;
    case 'memories':
      return t`Memory`;
    case 'bring-memories':
      return t`Bring memories`;
    case 'email':
      return hasEmail ? t`Change email` : t`Add an email`;
    case 'password':
      return hasPassword ? t`Change password` : t`Set a password`;
    case 'ways':
      return t`Ways to sign in`;
    case 'two-steps':
      return t`Two-step sign-in`;
    case 'api-keys':
      return t`API keys`;
    case 'sessions':
      return t`Where you’re signed in`;
    case 'receipts':
      return t`Receipts`;
    case 'conversations':
    case 'archived':
    case 'deleted':
      return t`Conversations`;
    case 'shares':
      return t`Shared links`;
    case 'library':
      return t`Library`;
    case 'import':
      return t`Import conversations`;
    case 'export':
      return t`Export your data`;
    case 'deletion':
      return t`Delete account`;
  }
}
