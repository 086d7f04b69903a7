import type { InfoPageContent, InfoPageId } from '@parley/core';
import { useCallback, useEffect, useState } from 'react';
import { useClient } from '../../stores/client.ts';

interface InfoPageState {
  content: InfoPageContent | null;
  /** The words could not be had. */
  failed: boolean;
  retry(): void;
}

/** The words of a page: those that came with it, else asked for. */
export function useInfoPage(page: InfoPageId): InfoPageState {
  const { api, platform } = useClient();
  const sent = platform.infoPage?.id === page ? platform.infoPage : null;
  const [content, setContent] = useState(sent);
  const [failed, setFailed] = useState(false);
  const retry = useCallback(() => {
    setFailed(false);
    api.infoPage(page).then(setContent, () => setFailed(true));
  }, [api, page]);
  useEffect(() => {
    if (!sent) retry();
  }, [sent, retry]);
  return { content, failed, retry };
}
