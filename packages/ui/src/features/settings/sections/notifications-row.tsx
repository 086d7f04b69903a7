import { t } from '@parley/core';
import { useState } from 'react';
import { SegmentedControl } from '../../../kit/controls/segmented-control.tsx';
import { useClient } from '../../../stores/client.ts';
import { chooseNotifications, readNotificationChoice } from '../../../stores/chat/stream/notify-hidden-replies.ts';
import { Row } from '../row.tsx';

const CHOICES = [
  { value: 'on', label: t`On` },
  { value: 'off', label: t`Off` },
] as const;

/** Turns this browser's notifications of replies on or off. Nothing in the desktop app, which always has them. */
export function NotificationsRow() {
  const { storage, shell } = useClient().platform;
  const [choice, setChoice] = useState(() => readNotificationChoice(storage));
  if (shell !== null || choice === 'unavailable') return null;
  const change = async (value: 'on' | 'off') => {
    await chooseNotifications(storage, value);
    setChoice(readNotificationChoice(storage));
  };
  const isBlocked = choice === 'blocked';
  return (
    <Row
      label={t`Notifications`}
      note={
        isBlocked
          ? t`Your browser blocks notifications from this site. Allow them in its settings.`
          : t`When a reply is ready and you’re elsewhere.`
      }
    >
      {!isBlocked && (
        <SegmentedControl
          label={t`Notifications`}
          options={CHOICES}
          value={choice === 'on' ? 'on' : 'off'}
          onChange={(value) => void change(value)}
        />
      )}
    </Row>
  );
}
