import { t } from '@parley/core';
import { useClient } from '../../../stores/client.ts';
import { PageLink, type PageLinks } from '../page-link.tsx';
import { Row } from '../row.tsx';
import type { AccountReading } from '../use-account.ts';
import { Section } from './section.tsx';

/** What the assistant knows about its user. */
export function PersonalSection({ account, ...links }: PageLinks & { account: AccountReading }) {
  const { productName } = useClient().platform.settings;
  const isWritten = account.status === 'ready' && (account.about !== '' || account.answerStyle !== '');
  return (
    <Section title={t`Personalization`}>
      <Row label={t`Instructions`} note={t`What ${productName} knows about you, and how it answers.`}>
        <PageLink
          page="instructions"
          name={isWritten ? t`Edit instructions` : t`Write instructions`}
          isPending={account.status !== 'ready'}
          {...links}
        >
          {isWritten ? t`Edit` : t`Write`}
        </PageLink>
      </Row>
      <Row label={t`Memory`} note={t`What ${productName} remembers from your conversations.`}>
        <PageLink page="memories" name={t`Manage memory`} {...links}>{t`Manage`}</PageLink>
      </Row>
    </Section>
  );
}
