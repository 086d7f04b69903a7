import type { ToolCall } from '@parley/core';
import { useEffect, useRef, useState } from 'react';
import type { ToolFollower } from './list-tools.ts';

const NONE: readonly ToolCall[] = [];

/**
 * Returns the follower's last report on one reply's tool calls; `start` before the first. A new `replyKey` creates a
 * new follower.
 */
export function useTools<T>(
  follow: (onChange: (said: T) => void) => ToolFollower,
  start: T,
  replyKey: string | null,
  calls: readonly ToolCall[] = NONE,
): T {
  const [said, setSaid] = useState(start);
  const follower = useRef<ToolFollower | null>(null);
  useEffect(() => {
    const following = follow(setSaid);
    follower.current = following;
    return () => {
      follower.current = null;
      following.dispose();
    };
  }, [follow, replyKey]);
  useEffect(() => {
    follower.current?.update(calls);
  }, [calls, replyKey]);
  return said;
}
