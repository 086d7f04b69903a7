import { join } from 'node:path';
import { app, type Session } from 'electron';
import sanitize from 'sanitize-filename';

const LONGEST = 120;

/** Whatever a page downloads is saved where the person says, under a name that is one and nothing else. */
export function saveDownloads(session: Session): void {
  session.on('will-download', (_, item) => {
    item.setSaveDialogOptions({ defaultPath: join(app.getPath('downloads'), safeName(item.getFilename())) });
  });
}

/** A file's name on any system, without control characters, ways to other folders or a dot in front. */
function safeName(name: string): string {
  const isOdd = /[\p{Cc}\p{Cf}]/gu;
  const clean = sanitize(name.replace(isOdd, ''), { replacement: '_' }).replace(/^\.+/, '').trim();
  const end = /\.[a-z0-9]{1,8}$/i.exec(clean)?.[0] ?? '';
  return clean.slice(0, clean.length - end.length).slice(0, LONGEST - end.length) + end || 'download';
}
