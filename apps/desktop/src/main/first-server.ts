import { app } from 'electron';
import { parseServerAddress } from './server-address.ts';

/** Set when the app is built: the server of whoever offers it. */
declare const SERVER_URL: string;

const ARGUMENT = '--server=';

/** The server that this build speaks to until somebody chooses another. */
export const builtInServer = (): string => SERVER_URL;

/** The server that an argument names; a packed app takes none. */
export function givenServer(): string | null {
  const given = app.isPackaged ? undefined : process.argv.find((argument) => argument.startsWith(ARGUMENT));
  return given === undefined ? null : parseServerAddress(given.slice(ARGUMENT.length));
}
