import { Router } from 'express';
import type { CapabilitiesResponse } from '@parley/core';
import { searchCapability } from './modes/refusals.ts';
import type { Backends } from './modes/run-mode.ts';

/** GET /api/capabilities: what this server can do, by mode and kind of attachment. */
export function capabilitiesRoute(backends: Backends): Router {
  return Router().get('/', async (_req, res) => {
    const [{ answers, seesPictures }, image, search] = await Promise.all([
      backends.model.capabilities(),
      backends.imageModel.capability(),
      searchCapability(backends),
    ]);
    res.json({
      success: true,
      normal: answers,
      thinking: answers,
      image,
      web_search: search,
      attachImage: seesPictures,
      // The server extracts the text, so every model that answers can use it.
      attachPdf: answers,
    } satisfies CapabilitiesResponse);
  });
}
