import type { TransferProgress } from '../storage/transfer/copy-storage.ts';

interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

const WIDTH = 24;
const DRAW_MS = 100;
const LINE_MS = 10_000;
const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

interface ShownProgress extends TransferProgress {
  /** Ends the line of an unfinished bar, so that the error appears below it. */
  fail(): void;
}

/** Shows progress: a bar on a terminal, else plain lines at the end of each step and every 10 s. */
export function showProgress(output: Output, now: () => number = () => performance.now()): ShownProgress {
  let step = '';
  let total = 0;
  let done = 0;
  let begunAt = 0;
  let shownAt = 0;
  let hasBar = false;

  function counts(): string {
    const perSecond = (done * 1000) / Math.max(1, now() - begunAt);
    return `${WHOLE.format(done)} of ${WHOLE.format(total)}, ${WHOLE.format(perSecond)} a second`;
  }

  function draw(): void {
    const share = Math.min(1, done / Math.max(1, total));
    const filled = Math.round(share * WIDTH);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`;
    output.write(`${cleared()}${step} ${bar} ${WHOLE.format(share * 100)}% (${counts()})`);
    hasBar = true;
  }

  /** The control sequence that clears the bar's line. */
  function cleared(): string {
    hasBar = false;
    return output.isTTY ? '\r\u001B[K' : '';
  }

  return {
    begin(name, count) {
      [step, total, done, begunAt] = [name, count, 0, now()];
      shownAt = begunAt;
      if (output.isTTY && total > 0) draw();
    },
    advance(count) {
      done += count;
      if (now() - shownAt < (output.isTTY ? DRAW_MS : LINE_MS)) return;
      shownAt = now();
      if (output.isTTY) draw();
      else output.write(`${step}: ${counts()}\n`);
    },
    end() {
      if (total === 0 && done === 0) return;
      output.write(`${cleared()}${step}: ${counts()}\n`);
    },
    say(sentence) {
      output.write(`${cleared()}${sentence}\n`);
    },
    fail() {
      if (hasBar) output.write('\n');
      hasBar = false;
    },
  };
}
