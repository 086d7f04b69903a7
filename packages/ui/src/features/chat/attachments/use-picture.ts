import { AppError } from '@parley/core';
import { useEffect, useState } from 'react';
import { useClient, useReach } from '../../../stores/client.ts';

interface Picture {
  /** Source for the `img` element. */
  src: string;
  onError: () => void;
  /** Address for a link to the picture. */
  href: string;
  /**
   * Why the picture is not shown: `gone` permanently, `failed` for now, or `unreached` until the server answers again.
   * Null while it may load.
   */
  missing: 'gone' | 'failed' | 'unreached' | null;
}

/**
 * Loads a picture from the address in its message. The server signs file addresses for one day. The first address stays
 * while the picture is shown, so that a newly signed one does not reload it; if it has expired, the bytes are fetched
 * through the API instead.
 */
export function usePicture(url: string): Picture {
  const { api, connection, platform } = useClient();
  const reach = useReach();
  const [shown, setShown] = useState(url);
  const [bytes, setBytes] = useState<string | null>(null);
  const [missing, setMissing] = useState<Picture['missing']>(null);
  const isOther = pathOf(shown) !== pathOf(url);
  if (isOther || (missing === 'unreached' && reach === 'reached')) {
    setShown(url);
    setMissing(null);
    if (isOther) setBytes(null);
  }
  useEffect(() => {
    if (bytes === null) return undefined;
    return () => URL.revokeObjectURL(bytes);
  }, [bytes]);

  const onError = async () => {
    const isOnServer = bytes === null && url.startsWith('/');
    const found = isOnServer ? await api.file(url).catch((error: unknown) => error) : null;
    if (found instanceof Blob) return setBytes(URL.createObjectURL(found));
    const isGone = found === null || (found instanceof AppError && found.code === 'not-found');
    setMissing(!(await connection.getState().check()) ? 'unreached' : isGone ? 'gone' : 'failed');
  };
  // Messages give the server's own files as a path and previews as a full URL.
  const complete = (address: string) => (address.startsWith('/') ? platform.apiUrl + address : address);
  return { src: bytes ?? complete(shown), href: bytes ?? complete(url), onError: () => void onError(), missing };
}

/** The part of an address that a new signature does not change. */
function pathOf(url: string): string {
  return url.split('?')[0] ?? url;
}
