import { Router } from 'express';
import { MODES, type CapabilitiesResponse, type Capability, type ModeId } from '@parley/core';
import { capabilitiesOfAny } from './models/model-list.ts';
import type { Backends } from './modes/mode.ts';
import { MODES_BY_ID } from './modes/modes.ts';

/** GET /api/capabilities: what this server can do, by mode and kind of attachment. */
export function capabilitiesRoute(backends: Backends): Router {
  return Router().get('/', async (_req, res) => {
    const { model, models } = backends;
    const listed = models.all.map((each) => each.model);
    const { answers, seesPictures } = await capabilitiesOfAny(models.hasChoice ? listed : [model]);
    const modes = await Promise.all(
      MODES.map(async ({ id }) => [id, (await MODES_BY_ID[id].capability?.(backends)) ?? answers] as const),
    );
    res.json({
      success: true,
      ...(Object.fromEntries(modes) as Record<ModeId, Capability>),
      attachImage: seesPictures,
      // The server extracts the text, so every model that answers can use it.
      attachPdf: answers,
    } satisfies CapabilitiesResponse);
  });
}
