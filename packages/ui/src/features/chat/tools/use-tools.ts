import type { ToolCall } from '@parley/core';
import { useEffect, useRef, useState } from 'react';
import type { ToolFollower } from './list-tools.ts';

const NONE: readonly ToolCall[] = [];

/** Returns what a follower, created by `start`, reports about one reply's tool calls. A new `replyKey` restarts it. */
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
