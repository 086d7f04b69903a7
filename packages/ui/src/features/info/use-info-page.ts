import type { InfoPageContent, InfoPageId } from '@parley/core';
import { useCallback, useEffect, useState } from 'react';
import { useClient } from '../../stores/client.ts';

interface InfoPageState {
  content: InfoPageContent | null;
  /** Whether the content failed to load. */
  failed: boolean;
  retry(): void;
}

/** The content of a page: sent with the page, or loaded from the API. */
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
