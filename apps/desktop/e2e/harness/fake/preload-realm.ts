import { readFileSync } from 'node:fs';
import { createContext, Script } from 'node:vm';
import { FakeIpcRenderer } from './ipc.ts';
import { strict } from './strict.ts';

export type Api = Record<string, (...args: unknown[]) => unknown>;

export interface PreloadRealm {
  /** The APIs exposed by the preload, by name. */
  apis: Map<string, Api>;
  ipc: FakeIpcRenderer;
}

/** Runs a preload like the sandbox: in its own realm, where only electron can be required. */
export function runPreload(file: string, invoke: (channel: string, args: unknown[]) => Promise<unknown>): PreloadRealm {
  const apis = new Map<string, Api>();
  const ipc = new FakeIpcRenderer(invoke);
  const electron = strict('electron (in a preload)', {
    contextBridge: strict('contextBridge', {
      exposeInMainWorld(name: string, api: Api) {
        for (const [key, value] of Object.entries(api)) {
          if (typeof value !== 'function') throw new Error(`${name}.${key} is no function`);
        }
        apis.set(name, api);
      },
    }),
    ipcRenderer: strict('ipcRenderer', ipc),
  });
  const require = (name: string): unknown => {
    if (name === 'electron') return electron;
    throw new Error(`module not found: ${name}`);
  };
  new Script(`(function (require) { ${readFileSync(file, 'utf8')}\n})`, { filename: file })
    .runInContext(createContext({ console }), {})
    .call(undefined, require);
  return { apis, ipc };
}
