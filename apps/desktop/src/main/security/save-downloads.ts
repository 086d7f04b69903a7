import { join } from 'node:path';
import { app, type Session } from 'electron';
import sanitize from 'sanitize-filename';

const LONGEST = 120;

/** Asks where to save each download and sanitizes its name. */
export function saveDownloads(session: Session): void {
  session.on('will-download', (_, item) => {
    item.setSaveDialogOptions({ defaultPath: join(app.getPath('downloads'), safeName(item.getFilename())) });
  });
}

/** A name that is valid on any system: no control characters, no path, no leading dot. */
function safeName(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}]/gu, '');
  const end = /\.[a-z0-9]{1,8}$/i.exec(plain)?.[0] ?? '';
  const start = plain.slice(0, plain.length - end.length).slice(0, LONGEST - end.length);
  return (
    sanitize(start + end, { replacement: '_' })
      .replace(/^\.+/, '')
      .trim() || 'download'
  );
}
