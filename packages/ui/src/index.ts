export { App } from './app/app.tsx';
export type { EndedReply, Platform, ShellCommand } from './platform.ts';
