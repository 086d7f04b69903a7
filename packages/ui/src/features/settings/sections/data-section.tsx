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
  const { makesShareLinks } = useClient().platform.settings;
  return (
    <Section title="Your data">
      <WebRow account={account} onChanged={onChanged} />
      <Row label="Archived conversations">
        <PageLink page="archived" name="View archived conversations" {...links}>
          View
        </PageLink>
      </Row>
      <Row label="Deleted conversations">
        <PageLink page="deleted" name="View deleted conversations" {...links}>
          View
        </PageLink>
      </Row>
      <Row label="Library" note="Pictures and files of your conversations">
        <PageLink page="library" name="View library" {...links}>
          View
        </PageLink>
      </Row>
      {makesShareLinks && (
        <Row label="Shared links">
          <PageLink page="shares" name="View shared links" {...links}>
            View
          </PageLink>
        </Row>
      )}
      <Row label="Conversations from elsewhere" note="ChatGPT, Claude, LibreChat, Open WebUI or Parley">
        <PageLink page="import" name="Import conversations" {...links}>
          Import
        </PageLink>
      </Row>
      <ExportRow account={account} onExported={onChanged} {...links} />
      <Row label="Delete account">
        <PageLink page="deletion" name="Delete account" isPending={account.status !== 'ready'} isDangerous {...links}>
          Delete
        </PageLink>
      </Row>
    </Section>
  );
}
