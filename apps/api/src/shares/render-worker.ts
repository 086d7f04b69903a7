import { parentPort } from 'node:worker_threads';
import type { SharedConversation, SharedPageSettings } from '@parley/core';
import type { RenderedPage, RenderTask } from './page-renderer.ts';

interface Renderer {
  renderSharedPage(shared: SharedConversation | null, settings: SharedPageSettings): Promise<RenderedPage>;
}

parentPort?.on('message', (task: RenderTask) => {
  render(task).then(
    (page) => parentPort?.postMessage({ page }),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }),
  );
});

/** Node caches each module that it has imported. */
async function render({ module, shared, settings }: RenderTask): Promise<RenderedPage> {
  const { renderSharedPage } = (await import(module)) as Renderer;
  return renderSharedPage(shared, settings);
}
