import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Dialog } from './ask-for-settings.ts';

/** As after Ctrl-C in a shell. */
const CANCELED = 130;

/** Talks with the person at the terminal. Ctrl-C and Ctrl-D end the process; until then, nothing is written. */
export function openTerminal(): Dialog & { close(): void } {
  let isMuted = false;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isMuted) process.stdout.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  const cancel = () => {
    process.stdout.write('\n');
    process.exit(CANCELED);
  };
  lines.on('SIGINT', cancel);
  lines.on('close', cancel);
  return {
    async ask(text, isSecret) {
      const answer = lines.question(text);
      // The question itself is on the screen by now.
      isMuted = isSecret;
      const given = await answer;
      if (isSecret) process.stdout.write('\n');
      isMuted = false;
      return given.trim();
    },
    say: (text) => void process.stdout.write(`${text}\n`),
    close() {
      lines.off('close', cancel);
      lines.close();
    },
  };
}
