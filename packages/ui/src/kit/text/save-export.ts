import { saveFile } from './save-file.ts';

interface Download {
  bytes: Blob;
  /** The Content-Disposition header, which has the file's name. */
  disposition: string;
}

/** Downloads an export under the name that the server gave it. */
export function saveExport({ bytes, disposition }: Download): void {
  saveFile(bytes, nameIn(disposition));
}

/** A name beyond Latin letters comes percent-encoded beside a simpler one. */
function nameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  const plain = /filename="([^"]+)"/.exec(disposition)?.[1];
  return encoded === undefined ? (plain ?? 'conversations') : decodeURIComponent(encoded);
}
