export interface MediaActions {
  play(): void;
  pause(): void;
  stop(): void;
  nexttrack(): void;
  previoustrack(): void;
}

/** Shows the reading on the lock screen and lets its buttons and those of headphones control it; null ends that. */
export function showOnLockScreen(title: string, actions: MediaActions | null): void {
  if (!('mediaSession' in navigator)) return;
  const { mediaSession } = navigator;
  mediaSession.metadata = actions && new MediaMetadata({ title });
  mediaSession.playbackState = actions ? 'playing' : 'none';
  for (const name of ['play', 'pause', 'stop', 'nexttrack', 'previoustrack'] as const) {
    try {
      mediaSession.setActionHandler(name, actions && (() => actions[name]()));
    } catch {
      // This browser doesn't know the action.
    }
  }
}

/** Shows on the lock screen, where a reading is on it, whether it is paused. */
export function showPaused(isPaused: boolean): void {
  if (navigator.mediaSession?.metadata) navigator.mediaSession.playbackState = isPaused ? 'paused' : 'playing';
}
