import { app } from 'electron';
import { startApp } from './start-app.ts';
import { registerBundleScheme } from './security/serve-bundle.ts';

registerBundleScheme();
app.enableSandbox();
// On Wayland, global shortcuts come from the desktop portal.
if (process.platform === 'linux') app.commandLine.appendSwitch('enable-features', 'GlobalShortcutsPortal');
// A second instance passes its arguments to the first and quits.
if (app.requestSingleInstanceLock()) startApp();
else app.quit();
