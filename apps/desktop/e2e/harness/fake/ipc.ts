import { EventEmitter } from 'node:events';
import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import { strict } from './strict.ts';

type Handler = Parameters<IpcMain['handle']>[1];

/** The properties by which main identifies a frame: its address and whether it is the top frame. */
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

  /** Handles a call of a preload. Copies arguments and result, as IPC does. */
  async invoke(
    sender: { face: unknown },
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

/** The page's end of IPC, for the lifetime of the page. */
export class FakeIpcRenderer extends EventEmitter {
  readonly invoke: (channel: string, ...args: unknown[]) => Promise<unknown>;

  constructor(invoke: (channel: string, args: unknown[]) => Promise<unknown>) {
    super();
    this.invoke = (channel, ...args) => invoke(channel, args);
  }
}
