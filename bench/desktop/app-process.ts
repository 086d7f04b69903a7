// Runs only the desktop app's main on the fake Electron: the pages are in the parent process, which started this
// one with a channel and `--expose-gc`.
import { launch, type HarnessApp } from '@parley/desktop/harness';
import { createMachine } from '@parley/desktop/machine';
import { askEachOther } from './ask-each-other.ts';
import { remoteBrowser } from './remote-browser.ts';

/** In bytes, after a collection. */
export interface AppMemory {
  heap: number;
  rss: number;
}

const collect = globalThis.gc;
if (!collect) throw new Error('Start this with --expose-gc');

const machine = createMachine();
process.on('exit', () => machine.remove());
process.on('disconnect', () => process.exit());

let app: HarnessApp | null = null;
const { browser, answers } = remoteBrowser((...asked) => ask(...asked));
const ask = askEachOther(process, {
  ...answers,
  async start(server: string) {
    app = await launch(browser, { machine, server });
  },
  /**
   * A new conversation, with the window in the background; resolves to how many replies were notified of since the
   * last.
   */
  newChat() {
    if (!app) throw new Error('Nothing was started');
    app.choose('File', 'New Chat');
    app.fakeWindow().blur();
    // The harness's own records are not part of main's memory.
    return app.world.notifications.splice(0).length;
  },
  memory(): AppMemory {
    collect();
    const { heapUsed, external, rss } = process.memoryUsage();
    return { heap: heapUsed + external, rss };
  },
});
