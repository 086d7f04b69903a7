import { contextBridge, ipcRenderer } from 'electron';
import {
  CHANNELS,
  EVENT_CHANNEL,
  LISTEN_CHANNEL,
  type DesktopAsks,
  type DesktopBridge,
  type DesktopEvent,
} from '../bridge.ts';

/** A page gets these functions and nothing to make others of: no channel name, no event object. */
function ask<Name extends keyof DesktopAsks>(name: Name): DesktopAsks[Name] {
  const call = (...args: Parameters<DesktopAsks[Name]>) => ipcRenderer.invoke(CHANNELS[name], ...args);
  return call as DesktopAsks[Name];
}

contextBridge.exposeInMainWorld('desktop', {
  start: ask('start'),
  keepSecret: ask('keepSecret'),
  askServer: ask('askServer'),
  useServer: ask('useServer'),
  openSignIn: ask('openSignIn'),
  replyEnded: ask('replyEnded'),
  quickAsk: ask('quickAsk'),
  closeQuickAsk: ask('closeQuickAsk'),
  find: ask('find'),
  closeFind: ask('closeFind'),
  onEvent(listener) {
    ipcRenderer.on(EVENT_CHANNEL, (_, event: DesktopEvent) => listener(event));
    void ipcRenderer.invoke(LISTEN_CHANNEL);
  },
} satisfies DesktopBridge);
