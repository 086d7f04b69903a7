import type { FiguresResponse } from '@parley/core';
import { useEffect, useState } from 'react';
import { useClient } from '../../stores/client.ts';
import { problemText } from '../../stores/problem-text.ts';

const EVERY_MS = 30_000;

export interface FiguresState {
  /** The last figures read, for whichever range; null until the first response. */
  figures: FiguresResponse | null;
  /** Why the last request failed; null if it succeeded. */
  problem: string | null;
}

/**
 * Loads the figures of the last `days` days and refreshes them every 30 s while the page is visible. `retry` refreshes
 * at once.
 */
export function useFigures(days: number): FiguresState & { retry: () => void } {
  const { api } = useClient();
  const [state, setState] = useState<FiguresState>({ figures: null, problem: null });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isLeft = false;
    const read = () =>
      api.figures(days).then(
        (figures) => void (isLeft || setState({ figures, problem: null })),
        (error: unknown) => void (isLeft || setState(({ figures }) => ({ figures, problem: problemText(error) }))),
      );
    const readIfSeen = () => void (document.visibilityState === 'visible' && read());
    void read();
    const timer = setInterval(readIfSeen, EVERY_MS);
    document.addEventListener('visibilitychange', readIfSeen);
    return () => {
      isLeft = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', readIfSeen);
    };
  }, [api, days, attempt]);
  return { ...state, retry: () => setAttempt(attempt + 1) };
}
