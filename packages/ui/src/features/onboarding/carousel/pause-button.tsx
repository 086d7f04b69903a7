import { t } from '@parley/core';
import { PauseIcon, PlayIcon } from '../../../kit/icons/icons.ts';
import { IconButton } from '../../../kit/controls/icon-button.tsx';

interface PauseButtonProps {
  isPaused: boolean;
  onChange: (isPaused: boolean) => void;
}

/** Pauses and resumes the rotation. */
export function PauseButton({ isPaused, onChange }: PauseButtonProps) {
  return (
    <IconButton
      label={isPaused ? t`Play` : t`Pause`}
      icon={isPaused ? PlayIcon : PauseIcon}
      iconSize="sm"
      onClick={() => onChange(!isPaused)}
    />
  );
}
