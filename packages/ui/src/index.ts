export { App } from './app/app.tsx';
export type { BrowserSignIn, Platform } from './platform.ts';
