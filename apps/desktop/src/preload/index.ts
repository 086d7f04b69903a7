import { contextBridge, ipcRenderer } from 'electron';
import {
  CHANNELS,
  EVENT_CHANNEL,
  LISTEN_CHANNEL,
  type DesktopIpc,
  type DesktopBridge,
  type DesktopEvent,
} from '../bridge.ts';

/** Exposes these functions only: no channel name and no event object reaches a page. */
function ask<Name extends keyof DesktopIpc>(name: Name): DesktopIpc[Name] {
  const call = (...args: Parameters<DesktopIpc[Name]>) => ipcRenderer.invoke(CHANNELS[name], ...args);
  return call as DesktopIpc[Name];
}

contextBridge.exposeInMainWorld('desktop', {
  start: ask('start'),
  keepSecret: ask('keepSecret'),
  askServer: ask('askServer'),
  useServer: ask('useServer'),
  openSignIn: ask('openSignIn'),
  replyEnded: ask('replyEnded'),
  setUnreadCount: ask('setUnreadCount'),
  setLanguage: ask('setLanguage'),
  quickAsk: ask('quickAsk'),
  takeQuestion: ask('takeQuestion'),
  closeQuickAsk: ask('closeQuickAsk'),
  find: ask('find'),
  closeFind: ask('closeFind'),
  onEvent(listener) {
    ipcRenderer.on(EVENT_CHANNEL, (_, event: DesktopEvent) => listener(event));
    void ipcRenderer.invoke(LISTEN_CHANNEL);
  },
} satisfies DesktopBridge);
