import type { SharedConversation, SharedPageSettings } from '@parley/core';
import { renderSharedPage as render, type PageFiles } from '@parley/ui/render-shared-page';

/** The addresses of this build's files. */
declare const __PAGE_FILES__: PageFiles;

/**
 * Renders a shared page with this build's styles and script. The server runs it.
 *
 * @public
 */
export function renderSharedPage(shared: SharedConversation | null, settings: SharedPageSettings) {
  return render(shared, settings, __PAGE_FILES__, processorTime);
}

/** Milliseconds of this thread's processor time, which does not depend on what else runs. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
