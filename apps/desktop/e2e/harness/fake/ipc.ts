import { EventEmitter } from 'node:events';
import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import type { FakeContents } from './contents.ts';
import { strict } from './strict.ts';

type Handler = Parameters<IpcMain['handle']>[1];

/** A frame as the real one is told apart: by its address and whether it is on top. */
export interface SenderFrame {
  url: string;
  parent: SenderFrame | null;
}

export class FakeIpcMain implements Pick<IpcMain, 'handle'> {
  readonly handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.handlers.set(channel, handler);
  }

  /** What a preload asks, as it crosses the border between processes: copied both ways. */
  async invoke(
    sender: FakeContents,
    senderFrame: SenderFrame | null,
    channel: string,
    args: unknown[],
  ): Promise<unknown> {
    const handler = this.handlers.get(channel);
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    const event = strict('IpcMainInvokeEvent', { sender: sender.face, senderFrame });
    return structuredClone(await handler(event as unknown as IpcMainInvokeEvent, ...structuredClone(args)));
  }
}

/** One page's end, for as long as the page is there. */
export class FakeIpcRenderer extends EventEmitter {
  readonly invoke: (channel: string, ...args: unknown[]) => Promise<unknown>;

  constructor(invoke: (channel: string, args: unknown[]) => Promise<unknown>) {
    super();
    this.invoke = (channel, ...args) => invoke(channel, args);
  }
}
