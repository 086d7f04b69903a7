export { App } from './app/app.tsx';
export type { Platform } from './platform.ts';
