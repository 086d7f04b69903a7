import { useState } from 'react';
import { SegmentedControl } from '../../../kit/controls/segmented-control.tsx';
import { useClient } from '../../../stores/client.ts';
import { chooseNotifications, readNotificationChoice } from '../../../stores/chat/stream/notify-hidden-replies.ts';
import { Row } from '../row.tsx';

const CHOICES = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
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
      label="Notifications"
      note={
        isBlocked
          ? 'Your browser blocks notifications from this site. Allow them in its settings.'
          : 'When a reply is ready and you’re elsewhere.'
      }
    >
      {!isBlocked && (
        <SegmentedControl
          label="Notifications"
          options={CHOICES}
          value={choice === 'on' ? 'on' : 'off'}
          onChange={(value) => void change(value)}
        />
      )}
    </Row>
  );
}
