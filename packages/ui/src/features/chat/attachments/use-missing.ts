import { useState } from 'react';
import { useClient, useReach } from '../../../stores/client.ts';

interface Missing {
  /** `gone` for good, or `unreached`: it is asked for anew as soon as there is a way to the server again. */
  missing: 'gone' | 'unreached' | null;
  /** For the picture's element. */
  onError: () => void;
}

/** Why a picture is not shown; null while it may still come. */
export function useMissing(): Missing {
  const { connection } = useClient();
  const reach = useReach();
  const [missing, setMissing] = useState<Missing['missing']>(null);
  if (missing === 'unreached' && reach === 'reached') setMissing(null);
  const onError = async () => setMissing((await connection.getState().check()) ? 'gone' : 'unreached');
  return { missing, onError: () => void onError() };
}
