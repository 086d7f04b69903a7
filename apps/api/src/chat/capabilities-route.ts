import { Router } from 'express';
import type { CapabilitiesResponse } from '@parley/core';
import { searchCapability } from './modes/refusals.ts';
import type { Backends } from './modes/run-mode.ts';

/** GET /api/capabilities */
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
      // Its text is read here, so every model that answers can be given it.
      attachPdf: answers,
    } satisfies CapabilitiesResponse);
  });
}
