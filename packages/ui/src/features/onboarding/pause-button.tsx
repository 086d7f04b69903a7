import { Pause, Play } from 'lucide-react';
import { IconButton } from '../../kit/controls/icon-button.tsx';

interface PauseButtonProps {
  isPaused: boolean;
  onChange: (isPaused: boolean) => void;
}

/** Stops what moves by itself, and lets it go on. */
export function PauseButton({ isPaused, onChange }: PauseButtonProps) {
  return (
    <IconButton
      label={isPaused ? 'Play' : 'Pause'}
      icon={isPaused ? Play : Pause}
      iconSize="sm"
      onClick={() => onChange(!isPaused)}
    />
  );
}
