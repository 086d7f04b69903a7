import { describe, expect, it } from 'vitest';
import { encodeFrame } from '@parley/core';
import { ReplyLog } from './reply-log.ts';

const event = (seq: number, content = `${seq} `) => ({ seq, event: { type: 'content' as const, content } });

describe('the log of a reply', () => {
  it('reads from any position, at least one frame and at most about the limit', () => {
    const log = new ReplyLog();
    for (let seq = 0; seq < 10; seq++) log.append(event(seq));
    expect(log.after(-1, 1e6)).toEqual({
      text: Array.from({ length: 10 }, (_, seq) => encodeFrame(event(seq))).join(''),
      lastSeq: 9,
    });
    expect(log.after(3, 1)).toEqual({ text: encodeFrame(event(4)), lastSeq: 4 });
    expect(log.after(9, 1e6)).toEqual({ text: '', lastSeq: 9 });
  });

  it('keeps half a megabyte and returns null for anything older', () => {
    const log = new ReplyLog();
    for (let seq = 0; seq < 300; seq++) log.append(event(seq, 'x'.repeat(4096)));
    expect(log.lastSeq).toBe(299);
    expect(log.after(-1, 1e6)).toBeNull();
    expect(log.after(298, 1e6)?.lastSeq).toBe(299);
    const kept = Array.from({ length: 300 }, (_, seq) => log.after(seq - 1, 1)).filter(Boolean).length;
    expect(kept).toBeGreaterThan(100);
    expect(kept).toBeLessThanOrEqual(128);
  });

  it('notifies its listeners until they unsubscribe', () => {
    const log = new ReplyLog();
    let notified = 0;
    const leave = log.listen(() => notified++);
    log.notify();
    leave();
    log.notify();
    expect(notified).toBe(1);
  });
});
