import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import { DEEP_LINK_SCHEME } from '@parley/core';

/** Another than an installed package's, which this must not hide. */
const ENTRY = 'parley-appimage.desktop';

/**
 * An AppImage is a file that nobody has installed, so the desktop knows of nothing to open its links with. Writes an entry
 * for it, where there is none yet or the file has moved, and makes it the one for the app's links. On a desktop that takes
 * none people can still sign in by the form. Does nothing and answers false where this runs from no AppImage.
 */
export function registerAppImage(): boolean {
  // Said by what unpacks an AppImage.
  const { APPIMAGE: path, XDG_DATA_HOME: data } = process.env;
  if (!path) return false;
  const folder = join(data || join(homedir(), '.local', 'share'), 'applications');
  const entry = join(folder, ENTRY);
  const wanted = desktopEntry(app.name, path);
  try {
    if (existsSync(entry) && readFileSync(entry, 'utf8') === wanted) return true;
    mkdirSync(folder, { recursive: true });
    writeFileSync(entry, wanted);
  } catch {
    return true;
  }
  execFile('xdg-mime', ['default', ENTRY, `x-scheme-handler/${DEEP_LINK_SCHEME}`], { env: process.env }, () => {});
  return true;
}

/** Not shown in menus: it is there for the links alone. */
function desktopEntry(name: string, path: string): string {
  // Quoted as an argument, and that once more as a text of such a file.
  const quoted = `"${path.replace(/["`$\\]/g, String.raw`\$&`).replaceAll('%', '%%')}"`.replaceAll('\\', '\\\\');
  return [
    '[Desktop Entry]',
    'Type=Application',
    `Name=${name}`,
    `Exec=${quoted.replace(/\p{Cc}/gu, '')} %u`,
    'Terminal=false',
    'NoDisplay=true',
    `MimeType=x-scheme-handler/${DEEP_LINK_SCHEME};`,
    '',
  ].join('\n');
}
