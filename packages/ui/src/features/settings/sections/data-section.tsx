import { ExportRow } from './export-row.tsx';
import { PageLink, type PageLinks } from '../page-link.tsx';
import { Row } from '../row.tsx';
import { Section } from './section.tsx';
import type { AccountReading } from '../use-account.ts';

interface DataSectionProps extends PageLinks {
  account: AccountReading;
  onExported: () => Promise<void>;
}

export function DataSection({ account, onExported, ...links }: DataSectionProps) {
  return (
    <Section title="Your data">
      <ExportRow account={account} onExported={onExported} />
      <Row label="Delete account">
        <PageLink page="deletion" name="Delete account" isPending={account.status !== 'ready'} isDangerous {...links}>
          Delete account
        </PageLink>
      </Row>
    </Section>
  );
}
