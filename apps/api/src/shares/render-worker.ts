import { parentPort, workerData } from 'node:worker_threads';
import type { SharedConversation, SharedPageSettings } from '@parley/core';
import type { RenderedPage } from './page-renderer.ts';

interface Renderer {
  renderSharedPage(shared: SharedConversation | null, settings: SharedPageSettings): Promise<RenderedPage>;
}

interface Task {
  shared: SharedConversation | null;
  settings: SharedPageSettings;
}

const { renderSharedPage } = (await import(workerData as string)) as Renderer;

parentPort?.on('message', ({ shared, settings }: Task) => {
  renderSharedPage(shared, settings).then(
    (page) => parentPort?.postMessage({ page }),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }),
  );
});
