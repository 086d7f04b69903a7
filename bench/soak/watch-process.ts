import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Only Linux tells what a process holds open, and how much memory it has, in this way. */
export const HAS_PROC = existsSync('/proc/self/fd');

export interface Handles {
  /** File descriptors, the sockets among them. */
  open: number;
  sockets: number;
}

export interface Memory {
  /** Megabytes. */
  first: number;
  last: number;
  /** Of the straight line through the samples, in megabytes a minute; NaN of fewer than two. */
  slope: number;
}

/** How many handles a process has open now. */
function countHandles(pid: number): Handles {
  const folder = `/proc/${pid}/fd`;
  const names = readdirSync(folder);
  const isSocket = (name: string) => {
    try {
      return readlinkSync(`${folder}/${name}`).startsWith('socket:');
    } catch {
      // It was closed in between.
      return false;
    }
  };
  return { open: names.length, sockets: names.filter(isSocket).length };
}

/** The handles of a process that rests: of which it has had the same number for two seconds. */
export async function restingHandles(pid: number): Promise<Handles> {
  let before = countHandles(pid);
  for (let same = 0; same < 8;) {
    await sleep(250);
    const now = countHandles(pid);
    same = now.open === before.open ? same + 1 : 0;
    before = now;
  }
  return before;
}

/** The handles of a process as soon as it has no more than it once had; else those it has when patience ends. */
export async function handlesAfterRest(pid: number, once: Handles, patienceMs: number): Promise<Handles> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const now = countHandles(pid);
    if ((now.open <= once.open && now.sockets <= once.sockets) || performance.now() > end) return now;
    await sleep(250);
  }
}

/** Samples the memory of a process every second until it is told to stop, and then sums up what lies between two times. */
export function watchMemory(pid: number): { stop(from: number, to: number): Memory } {
  const samples: { at: number; mb: number }[] = [];
  const timer = setInterval(() => {
    const kb = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    samples.push({ at: performance.now(), mb: Number(kb) / 1024 });
  }, 1_000);
  return {
    stop(from, to) {
      clearInterval(timer);
      const late = samples.filter(({ at }) => at >= from && at <= to);
      return { first: late[0]?.mb ?? NaN, last: late.at(-1)?.mb ?? NaN, slope: slopeOf(late) };
    },
  };
}

/** By least squares. */
function slopeOf(samples: { at: number; mb: number }[]): number {
  const minutes = samples.map(({ at }) => at / 60_000);
  const [x, y] = [mean(minutes), mean(samples.map(({ mb }) => mb))];
  const sum = (of: (dx: number, dy: number) => number) =>
    samples.reduce((all, { mb }, index) => all + of((minutes[index] ?? NaN) - x, mb - y), 0);
  return sum((dx, dy) => dx * dy) / sum((dx) => dx * dx);
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
