import { app } from 'electron';
import { startApp } from './start-app.ts';
import { registerBundleScheme } from './serve-bundle.ts';

registerBundleScheme();
app.enableSandbox();
// A second start hands its arguments to the first and is gone.
if (app.requestSingleInstanceLock()) startApp();
else app.quit();
