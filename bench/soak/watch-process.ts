import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether /proc is available, which exists only on Linux. */
export const HAS_PROC = existsSync('/proc/self/fd');

export interface Handles {
  /** File descriptors, including sockets. */
  open: number;
  sockets: number;
}

export interface Memory {
  /** Megabytes. */
  first: number;
  last: number;
  /** Slope of the regression line in megabytes per minute; NaN for fewer than two samples. */
  slope: number;
}

/** Counts the open handles of a process. */
function countHandles(pid: number): Handles {
  const folder = `/proc/${pid}/fd`;
  const names = readdirSync(folder);
  const isSocket = (name: string) => {
    try {
      return readlinkSync(`${folder}/${name}`).startsWith('socket:');
    } catch {
      // It was closed meanwhile.
      return false;
    }
  };
  return { open: names.length, sockets: names.filter(isSocket).length };
}

/** Returns the handles of an idle process, whose number has been stable for two seconds. */
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

/** Waits until a process has no more handles than `once`, or until the timeout, and returns its handles. */
export async function handlesAfterRest(pid: number, once: Handles, patienceMs: number): Promise<Handles> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const now = countHandles(pid);
    if ((now.open <= once.open && now.sockets <= once.sockets) || performance.now() > end) return now;
    await sleep(250);
  }
}

/** Samples the memory of a process every second until stopped, then summarizes the samples between two times. */
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

/** The slope of the least-squares line. */
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
