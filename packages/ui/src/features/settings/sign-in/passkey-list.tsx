import { t } from '@parley/core';
import type { Passkey } from '@parley/core';
import { Button } from '../../../kit/controls/button.tsx';
import { useToday } from '../../../kit/hooks/use-today.ts';
import { formatDate } from '../../../kit/text/format/format-date.ts';
import { formatRelativeTime } from '../../../kit/text/format/format-relative-time.ts';
import { withCommas } from '../../../kit/text/format/with-commas.ts';
import { Row } from '../row.tsx';

interface PasskeyListProps {
  passkeys: Passkey[];
  onRemove: (passkey: Passkey) => void;
}

/** The user's passkeys, oldest first. */
export function PasskeyList({ passkeys, onRemove }: PasskeyListProps) {
  const today = useToday();
  return passkeys.map((passkey) => {
    const { id, name, createdAt, lastUsedAt } = passkey;
    const used = lastUsedAt === null ? t`not used yet` : t`last used ${formatRelativeTime(lastUsedAt, today)}`;
    const added = t`Added on ${formatDate(createdAt, { today })}`;
    return (
      <Row key={id} label={t`Passkey from ${name}`} note={withCommas([added, used])}>
        <Button
          variant="secondary"
          size="sm"
          className="max-md:min-h-11"
          aria-label={t`Remove the passkey from ${name}`}
          onClick={() => onRemove(passkey)}
        >
          {t`Remove`}
        </Button>
      </Row>
    );
  });
}
