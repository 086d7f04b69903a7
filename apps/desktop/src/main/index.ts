import { app } from 'electron';
import { startApp } from './start-app.ts';
import { registerBundleScheme } from './serve-bundle.ts';

registerBundleScheme();
app.enableSandbox();
// Keys that work from anywhere are asked of the desktop where windows cannot take them.
if (process.platform === 'linux') app.commandLine.appendSwitch('enable-features', 'GlobalShortcutsPortal');
// A second start hands its arguments to the first and is gone.
if (app.requestSingleInstanceLock()) startApp();
else app.quit();
