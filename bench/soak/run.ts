import { loadavg } from 'node:os';
import { HAS_REDIS } from '@parley/api/testing/redis-process';
import { percentile, table } from '../statistics.ts';
import { soak, type SoakResult } from './soak.ts';

/** Replies of eight seconds. */
const REPLIES = { people: 150, deltas: 100, intervalMs: 80, rampMs: 8_000, brokenOneIn: 50, patienceMs: 60_000 };
const ALLOWED = { mbPerMinute: 1, overheadMs: 50 };
/** Maximum load of other work at which times are meaningful. */
const QUIET_LOAD = 0.5;

/**
 * Runs 150 concurrent replies over two processes for two minutes, for fifteen with `--full`. The command fails
 * if anything is lost, repeated or left open. Only the long form checks the memory, since an ended reply
 * is kept for a minute, and times are checked only on a quiet machine.
 */
export async function run(full = process.argv.includes('--full')): Promise<string> {
  if (!HAS_REDIS) return 'Not measured: there is no redis-server here.';
  const load = loadavg()[0] ?? NaN;
  const result = await soak({ ...REPLIES, forMs: (full ? 15 : 2) * 60_000 });
  const rows = [...judgeReplies(result), ...judgeProcesses(result, full), judgeTime(result, full && load < QUIET_LOAD)];
  if (rows.some(({ verdict }) => verdict === 'missed')) process.exitCode = 1;
  const faults = result.faults.slice(0, 20).map(({ kind, what }) => `\n${kind}: ${what}`);
  return [
    table([
      ['what', 'measured', 'goal', 'verdict'],
      ...rows.map(({ what, measured, goal, verdict }) => [what, measured, goal, verdict]),
    ]),
    `\n\nThe load of the machine was ${load.toFixed(1)} at the beginning, ${(loadavg()[0] ?? NaN).toFixed(1)} at the end.`,
    ...faults,
  ].join('');
}

interface Row {
  what: string;
  measured: string;
  goal: string;
  verdict: 'reached' | 'missed' | '-';
}

function row(what: string, measured: string, goal = '-', isReached: boolean | null = null): Row {
  return { what, measured, goal, verdict: isReached === null ? '-' : isReached ? 'reached' : 'missed' };
}

function judgeReplies({ replies, mostAtOnce, readers, faults }: SoakResult): Row[] {
  const count = (kind: string) => faults.filter((fault) => fault.kind === kind).length;
  return [
    row('replies, most of them at once', `${replies}, ${mostAtOnce}`),
    row('readers cut and back, killed for good', `${readers.cut}, ${readers.killed}`),
    row('lost', String(count('lost')), '0', count('lost') === 0),
    row('duplicated', String(count('duplicated')), '0', count('duplicated') === 0),
  ];
}

function judgeProcesses({ processes }: SoakResult, full: boolean): Row[] {
  return processes.flatMap(({ before, after, memory }, index) => {
    const name = `process ${index + 1}`;
    const { first, last, slope } = memory;
    const isClosed = after.open <= before.open && after.sockets <= before.sockets;
    return [
      row(
        `${name}: handles open, sockets of them, at the start -> after a rest`,
        `${before.open}, ${before.sockets} -> ${after.open}, ${after.sockets}`,
        'no more',
        isClosed,
      ),
      row(
        `${name}: RSS in the second half`,
        `${first.toFixed(1)} -> ${last.toFixed(1)} MB, ${slope.toFixed(2)} MB a minute`,
        `under ${ALLOWED.mbPerMinute} a minute`,
        full ? slope < ALLOWED.mbPerMinute : null,
      ),
    ];
  });
}

function judgeTime({ bare, firstText }: SoakResult, isJudged: boolean): Row {
  const [floor, own] = [percentile(bare, 0.95), percentile(firstText, 0.95)];
  const over = own - floor;
  const ms = [percentile(bare, 0.5), floor, percentile(firstText, 0.5), own, over].map((time) => time.toFixed(1));
  return row(
    'first text, p50 / p95: bare provider, Parley, overhead at p95',
    `${ms[0]} / ${ms[1]}, ${ms[2]} / ${ms[3]}, ${ms[4]} ms`,
    `under ${ALLOWED.overheadMs} ms`,
    isJudged ? over < ALLOWED.overheadMs : null,
  );
}

if (import.meta.main) console.log(await run());
