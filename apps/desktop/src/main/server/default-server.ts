import { app } from 'electron';
import { parseServerAddress } from './server-address.ts';

/** The operator's server, set at build time. */
declare const SERVER_URL: string;

const ARGUMENT = '--server=';

/** The server of this build until the person chooses another. */
export const builtInServer = (): string => SERVER_URL;

/** The server from the command line; a packed app ignores it. */
export function givenServer(): string | null {
  const given = app.isPackaged ? undefined : process.argv.find((argument) => argument.startsWith(ARGUMENT));
  return given === undefined ? null : parseServerAddress(given.slice(ARGUMENT.length));
}
