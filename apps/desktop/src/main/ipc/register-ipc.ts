import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron';
import { z } from 'zod';
import { DESKTOP_SECRET, LANGUAGES } from '@parley/core';
import { CHANNELS, LISTEN_CHANNEL, SECRETS, type DesktopIpc } from '../../bridge.ts';
import { isOwnPage } from '../security/app-origin.ts';
import { EventChannel } from './event-channel.ts';

/** The windows that may call. */
type Caller = 'main' | 'quick-ask' | 'find';

type Name = keyof DesktopIpc;

/** Which window may make each call, and the schema of its arguments. */
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
  setUnreadCount: { from: 'main', args: z.tuple([z.number().int().min(0).max(100_000)]) },
  setLanguage: { from: 'main', args: z.tuple([z.enum(LANGUAGES.map(({ id }) => id))]) },
  quickAsk: { from: 'quick-ask', args: z.tuple([z.string().trim().min(1).max(20_000)]) },
  takeQuestion: { from: 'main', args: z.tuple([]) },
  closeQuickAsk: { from: 'quick-ask', args: z.tuple([]) },
  find: { from: 'find', args: z.tuple([z.string().max(500), z.boolean()]) },
  closeFind: { from: 'find', args: z.tuple([]) },
} satisfies { [N in Name]: { from: Caller; args: z.ZodType<Parameters<DesktopIpc[N]>> } };

/** Registers the handlers. A call is refused unless the right one of the app's own pages makes it. */
export function registerIpc(handlers: DesktopIpc, contents: Record<Caller, () => WebContents | undefined>): void {
  ipcMain.handle(LISTEN_CHANNEL, (event) => {
    if (!isFromOwnPage(event)) throw new Error('listen is refused');
    EventChannel.markReady(event.sender);
  });
  for (const name of Object.keys(RULES) as Name[]) {
    const { from, args } = RULES[name];
    const handler = handlers[name] as (...given: unknown[]) => Promise<unknown>;
    ipcMain.handle(CHANNELS[name], async (event, ...given: unknown[]) => {
      const isCaller = event.sender === contents[from]();
      const checked = args.safeParse(given);
      // No reason is given: such a call does not come from our own code.
      if (!isCaller || !isFromOwnPage(event) || !checked.success) throw new Error(`${name} is refused`);
      return handler(...checked.data);
    });
  }
}

function isFromOwnPage({ senderFrame }: IpcMainInvokeEvent): boolean {
  return senderFrame !== null && senderFrame.parent === null && isOwnPage(senderFrame.url);
}
