import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron';
import { z } from 'zod';
import { DESKTOP_SECRET } from '@parley/core';
import { CHANNELS, LISTEN_CHANNEL, SECRETS, type DesktopAsks } from '../bridge.ts';
import { isOwnPage } from './app-origin.ts';
import { EventGate } from './event-gate.ts';

/** The windows that ask. */
type Asker = 'main' | 'quick-ask' | 'find';

type Name = keyof DesktopAsks;

/** Who may make each call, and what its arguments have to be. */
const RULES = {
  start: { from: 'main', args: z.tuple([]) },
  keepSecret: { from: 'main', args: z.tuple([z.enum(SECRETS), z.string().max(8192).nullable()]) },
  askServer: { from: 'main', args: z.tuple([]) },
  useServer: { from: 'main', args: z.tuple([z.string().max(500)]) },
  openSignIn: {
    from: 'main',
    args: z.tuple([
      z.strictObject({ challenge: z.string().regex(DESKTOP_SECRET), state: z.string().regex(DESKTOP_SECRET) }),
    ]),
  },
  replyEnded: {
    from: 'main',
    args: z.tuple([
      z.strictObject({
        conversationId: z.string().min(1).max(100),
        title: z.string().max(500),
        text: z.string().max(1000),
      }),
    ]),
  },
  quickAsk: { from: 'quick-ask', args: z.tuple([z.string().trim().min(1).max(20_000)]) },
  closeQuickAsk: { from: 'quick-ask', args: z.tuple([]) },
  find: { from: 'find', args: z.tuple([z.string().max(500), z.boolean()]) },
  closeFind: { from: 'find', args: z.tuple([]) },
} satisfies { [N in Name]: { from: Asker; args: z.ZodType<Parameters<DesktopAsks[N]>> } };

/** Answers each call of a page, once it is known that one of the app's own pages makes it, and the right one. */
export function handleAsks(answers: DesktopAsks, contents: Record<Asker, () => WebContents | undefined>): void {
  ipcMain.handle(LISTEN_CHANNEL, (event) => {
    if (!isFromOwnPage(event)) throw new Error('listen is refused');
    EventGate.open(event.sender);
  });
  for (const name of Object.keys(RULES) as Name[]) {
    const { from, args } = RULES[name];
    const answer = answers[name] as (...given: unknown[]) => Promise<unknown>;
    ipcMain.handle(CHANNELS[name], async (event, ...given: unknown[]) => {
      const isAsker = event.sender === contents[from]();
      const checked = args.safeParse(given);
      // Says nothing of why: whoever asks like this is not one of ours.
      if (!isAsker || !isFromOwnPage(event) || !checked.success) throw new Error(`${name} is refused`);
      return answer(...checked.data);
    });
  }
}

function isFromOwnPage({ senderFrame }: IpcMainInvokeEvent): boolean {
  return senderFrame !== null && senderFrame.parent === null && isOwnPage(senderFrame.url);
}
