import { app } from 'electron';
import { parseServerAddress } from './server-address.ts';

/** Set when the app is built: the server of whoever offers it. */
declare const SERVER_URL: string;

const ARGUMENT = '--server=';

/** The server that is spoken to until somebody chooses another; a build that is not packed can be told by an argument. */
export function defaultServer(): string {
  const given = app.isPackaged ? undefined : process.argv.find((argument) => argument.startsWith(ARGUMENT));
  return (given && parseServerAddress(given.slice(ARGUMENT.length))) || SERVER_URL;
}
