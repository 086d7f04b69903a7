import { join } from 'node:path';
import { app, type Session } from 'electron';
import sanitize from 'sanitize-filename';

/** Characters. */
const LONGEST = 120;
/** UTF-8. Linux allows 255 in a name, and a letter of Japanese is three. */
const MAX_BYTES = 240;

/** Asks where to save each download and sanitizes its name. */
export function saveDownloads(session: Session): void {
  session.on('will-download', (_, item) => {
    item.setSaveDialogOptions({ defaultPath: join(app.getPath('downloads'), safeName(item.getFilename())) });
  });
}

/** A name that is valid on any system: no control characters, no path, no leading dot. A cut name keeps its ending. */
function safeName(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}]/gu, '');
  const end = /\.[a-z0-9]{1,8}$/i.exec(plain)?.[0] ?? '';
  const start = Array.from(plain.slice(0, plain.length - end.length))
    .slice(0, LONGEST - end.length)
    .join('');
  const { read } = new TextEncoder().encodeInto(start, new Uint8Array(MAX_BYTES - end.length));
  return (
    sanitize(start.slice(0, read) + end, { replacement: '_' })
      .replace(/^\.+/, '')
      .trim() || 'download'
  );
}
