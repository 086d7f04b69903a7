import { t } from '@parley/core';
import type { SignInProvider, User } from '@parley/core';
import { LoadProblem } from '../../../kit/notices/load-problem.tsx';
import { withCommas } from '../../../kit/text/format/with-commas.ts';
import { useClient } from '../../../stores/client.ts';
import { EmailRow } from './email-row.tsx';
import { PageLink, type PageLinks } from '../page-link.tsx';
import { Row } from '../row.tsx';
import { Section } from './section.tsx';
import { signsInWith } from '../signs-in-with.ts';
import type { AccountReading } from '../use-account.ts';

interface AccountSectionProps extends PageLinks {
  user: User;
  account: AccountReading;
  onRetry: () => void;
}

/**
 * Sign-in methods and sessions. Controls that change the account are disabled until the server says what a change
 * requires.
 */
export function AccountSection({ user, account, onRetry, ...links }: AccountSectionProps) {
  const { apiKeys, takesPasskeys } = useClient().platform.settings;
  const isReady = account.status === 'ready';
  const isWithout = isReady && !account.hasPassword;
  return (
    <Section title={t`Account`}>
      <EmailRow user={user} isPending={!isReady} {...links} />
      {/* A password signs in only together with an email address. */}
      {user.email !== '' && (
        <Row
          label={t`Password`}
          note={isWithout ? t`None. You sign in with ${signsInWith(account.signInProviders)}.` : undefined}
        >
          <PageLink
            page="password"
            name={isWithout ? t`Set a password` : t`Change password`}
            isPending={!isReady}
            {...links}
          >
            {isWithout ? t`Set a password` : t`Change`}
          </PageLink>
        </Row>
      )}
      {isReady && (account.signInProviders.length > 0 || takesPasskeys) && (
        <Row label={t`Ways to sign in`} note={noteOf(account.signInProviders)}>
          <PageLink page="ways" name={t`View ways to sign in`} {...links}>{t`View`}</PageLink>
        </Row>
      )}
      {isReady && (
        <Row label={t`Two-step sign-in`} note={account.hasSecondFactor ? t`On` : t`Off`}>
          <PageLink page="two-steps" name={t`View two-step sign-in`} {...links}>{t`View`}</PageLink>
        </Row>
      )}
      <Row label={t`Where you’re signed in`}>
        <PageLink page="sessions" name={t`View where you’re signed in`} {...links}>{t`View`}</PageLink>
      </Row>
      {apiKeys !== 'off' && (
        <Row label={t`API keys`}>
          <PageLink page="api-keys" name={t`View API keys`} isPending={!isReady} {...links}>{t`View`}</PageLink>
        </Row>
      )}
      {account.status === 'failed' && (
        <LoadProblem className="border-t border-hairline pt-3" onRetry={onRetry}>
          {account.problem}
        </LoadProblem>
      )}
    </Section>
  );
}

function noteOf(providers: SignInProvider[]): string | undefined {
  const linked = providers.filter(({ isLinked }) => isLinked).map(({ name }) => name);
  return linked.length > 0 ? withCommas(linked) : undefined;
}
