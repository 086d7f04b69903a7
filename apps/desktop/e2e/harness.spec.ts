import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { fakeElectron } from './harness/fake/electron.ts';
import { runPreload } from './harness/fake/preload-realm.ts';
import { runMain } from './harness/run-main.ts';
import { test } from './support/test.ts';

test('the fake Electron throws on every member and export it does not implement', async ({ start, machine }) => {
  const app = await start();
  await app.window();
  const electron = fakeElectron(app.world);
  const { BrowserWindow: _, WebContentsView: __, ...parts } = electron;
  for (const [name, part] of Object.entries({ ...parts, webContents: app.fakeWindow().contents.face })) {
    expect(() => Reflect.get(part as object, 'notInElectron'), name).toThrow(
      /^The fake of electron has no .*notInElectron/,
    );
  }
  const file = join(machine.userData, 'main.mjs');
  writeFileSync(file, `import { notInElectron } from 'electron';\nnotInElectron();`);
  await expect(runMain(file, { electron, process: {}, loaded: [] })).rejects.toThrow(/notInElectron/);
});

test('a preload can require only electron and expose only functions', ({ machine }) => {
  const file = join(machine.userData, 'preload.cjs');
  const run = (source: string) => {
    writeFileSync(file, source);
    return runPreload(file, async () => {});
  };
  expect(() => run("require('node:fs')")).toThrow('module not found');
  expect(() => run('process.exit()')).toThrow('process is not defined');
  expect(() => run("require('electron').ipcRenderer.sendSync('x')")).toThrow('The fake of electron has no');
  expect(() =>
    run("require('electron').contextBridge.exposeInMainWorld('x', { ipc: require('electron').ipcRenderer })"),
  ).toThrow('x.ipc is no function');
});
