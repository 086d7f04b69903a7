import { useEffect, useState } from 'react';
import { useClient, useReach } from '../../../stores/client.ts';

interface Picture {
  /** For the element that shows it. */
  src: string;
  onError: () => void;
  /** For a link to it. */
  href: string;
  /** Why it is not shown: `gone` for good, or `unreached` until the server answers again. Null while it may still come. */
  missing: 'gone' | 'unreached' | null;
}

/**
 * A picture at an address that its message gives. The server signs the addresses of its files for a day: the first one
 * stays while the picture is shown, so that a new one reloads nothing, and one that has run out is replaced by the bytes.
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
    const found = bytes === null && url.startsWith('/') ? await api.file(url).catch(() => null) : null;
    if (found) setBytes(URL.createObjectURL(found));
    else setMissing((await connection.getState().check()) ? 'gone' : 'unreached');
  };
  // Messages name the server's files from its root, and previews by their whole address.
  const complete = (address: string) => (address.startsWith('/') ? platform.apiUrl + address : address);
  return { src: bytes ?? complete(shown), href: bytes ?? complete(url), onError: () => void onError(), missing };
}

/** What stays the same of an address that is signed again. */
function pathOf(url: string): string {
  return url.split('?')[0] ?? url;
}
