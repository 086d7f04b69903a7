import { t } from '@parley/core';
import { SegmentedControl } from '../../../kit/controls/segmented-control.tsx';
import { useClient } from '../../../stores/client.ts';
import { Row } from '../row.tsx';
import type { AccountReading } from '../use-account.ts';
import { useCall } from '../use-call.ts';

interface WebRowProps {
  account: AccountReading;
  /** Reads the account again. */
  onChanged: () => Promise<void>;
}

const CHOICES = [
  { value: 'on', label: t`On` },
  { value: 'off', label: t`Off` },
] as const;

/** Turns automatic web search in Normal mode on or off. */
export function WebRow({ account, onChanged }: WebRowProps) {
  const { api } = useClient();
  const call = useCall();
  if (account.status !== 'ready') return null;
  const save = (value: 'on' | 'off') =>
    void call.run(async () => {
      await (await api.account()).setPreferences({ searchesByItself: value === 'on' });
      await onChanged();
    });
  return (
    <Row
      label={t`Search the web automatically`}
      note={
        call.problem === null ? (
          t`In Normal mode, when a question needs it.`
        ) : (
          <span role="alert" className="text-danger">
            {call.problem}
          </span>
        )
      }
    >
      <SegmentedControl
        label={t`Search the web automatically`}
        options={CHOICES}
        value={account.searchesByItself ? 'on' : 'off'}
        onChange={save}
      />
    </Row>
  );
}
