import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import { DEEP_LINK_SCHEME } from '@parley/core';

/** Different from an installed package's entry, which this one must not hide. */
const ENTRY = 'parley-appimage.desktop';

/**
 * Registers an AppImage as the handler of the app's links. An AppImage is not installed, so the desktop knows of no
 * program for them. Writes a desktop entry if there is none or the file has moved. Where a desktop ignores it, people
 * can still sign in by the form. Returns false, without doing anything, if this is no AppImage.
 */
export function registerAppImage(): boolean {
  // Set by the AppImage runtime.
  const { APPIMAGE: path, XDG_DATA_HOME: data } = process.env;
  if (!path) return false;
  const folder = join(data || join(homedir(), '.local', 'share'), 'applications');
  const entry = join(folder, ENTRY);
  const wanted = desktopEntry(app.name, path);
  try {
    if (existsSync(entry) && readFileSync(entry, 'utf8') === wanted) return true;
    mkdirSync(folder, { recursive: true });
    writeFileSync(entry, wanted);
  } catch (error) {
    console.warn('The app could not be registered for its links.', error);
    return true;
  }
  execFile('xdg-mime', ['default', ENTRY, `x-scheme-handler/${DEEP_LINK_SCHEME}`], { env: process.env }, () => {});
  return true;
}

/** Hidden from menus: the entry only handles links. */
function desktopEntry(name: string, path: string): string {
  // Quoted twice: as an argument, and as a value of a desktop entry.
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
