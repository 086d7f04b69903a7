import type { StatusPart } from '@parley/core';
import { useEffect, useState } from 'react';
import { useClient } from '../../stores/client.ts';

const EVERY_MS = 30_000;

export interface StatusState {
  /** The last status read; null until the first response. */
  parts: StatusPart[] | null;
  /** Whether the last request failed. */
  isUnreachable: boolean;
}

/** The status of the parts, refreshed every 30 s while the page is visible. */
export function useStatus(): StatusState {
  const { api } = useClient();
  const [state, setState] = useState<StatusState>({ parts: null, isUnreachable: false });
  useEffect(() => {
    let isLeft = false;
    const read = () =>
      api.status().then(
        (parts) => void (isLeft || setState({ parts, isUnreachable: false })),
        () => void (isLeft || setState(({ parts }) => ({ parts, isUnreachable: true }))),
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
  }, [api]);
  return state;
}
