import { t } from '@parley/core';
import { ExportRow } from './export-row.tsx';
import { PageLink, type PageLinks } from '../page-link.tsx';
import { Row } from '../row.tsx';
import { Section } from './section.tsx';
import { WebRow } from './web-row.tsx';
import { useClient } from '../../../stores/client.ts';
import type { AccountReading } from '../use-account.ts';

interface DataSectionProps extends PageLinks {
  account: AccountReading;
  onChanged: () => Promise<void>;
}

export function DataSection({ account, onChanged, ...links }: DataSectionProps) {
  const { makesShareLinks, productName } = useClient().platform.settings;
  return (
    <Section title={t`Your data`}>
      <WebRow account={account} onChanged={onChanged} />
      <Row label={t`Archived conversations`}>
        <PageLink page="archived" name={t`View archived conversations`} {...links}>{t`View`}</PageLink>
      </Row>
      <Row label={t`Deleted conversations`}>
        <PageLink page="deleted" name={t`View deleted conversations`} {...links}>{t`View`}</PageLink>
      </Row>
      <Row label={t`Library`} note={t`Pictures and files of your conversations`}>
        <PageLink page="library" name={t`View library`} {...links}>{t`View`}</PageLink>
      </Row>
      {makesShareLinks && (
        <Row label={t`Shared links`}>
          <PageLink page="shares" name={t`View shared links`} {...links}>{t`View`}</PageLink>
        </Row>
      )}
      <Row label={t`Conversations from elsewhere`} note={t`ChatGPT, Claude, LibreChat, Open WebUI or ${productName}`}>
        <PageLink page="import" name={t`Import conversations`} {...links}>{t`Import`}</PageLink>
      </Row>
      <ExportRow account={account} onExported={onChanged} {...links} />
      <Row label={t`Delete account`}>
        <PageLink
          page="deletion"
          name={t`Delete account`}
          isPending={account.status !== 'ready'}
          isDangerous
          {...links}
        >{t`Delete`}</PageLink>
      </Row>
    </Section>
  );
}
