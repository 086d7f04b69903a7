import { Router } from 'express';
import { MODES, type CapabilitiesResponse, type Capability, type ModeId } from '@parley/core';
import type { Accounts } from '../auth/accounts.ts';
import { bearerToken, findSignedIn } from '../auth/authenticate.ts';
import type { Plans } from '../plans/plans.ts';
import { capabilitiesOfAny } from './models/model-list.ts';
import type { Backends } from './modes/mode.ts';
import { MODES_BY_ID } from './modes/modes.ts';

interface CapabilitiesRoute {
  backends: Backends;
  accounts: Pick<Accounts, 'authenticate'>;
  plans: Pick<Plans, 'planOf' | 'refusalOfMode'>;
}

/** GET /api/capabilities: what this server can do for this user or visitor, by mode and kind of attachment. */
export function capabilitiesRoute({ backends, accounts, plans }: CapabilitiesRoute): Router {
  return Router().get('/', async (req, res) => {
    const token = bearerToken(req);
    const found = token === undefined ? null : await findSignedIn(accounts, token, res);
    const offered = found ? backends.models.ofPlan(plans.planOf(found.user)) : [];
    const models = offered.length > 0 ? offered.map(({ model }) => model) : [backends.model];
    const { answers, seesPictures } = await capabilitiesOfAny(models);
    const modes = await Promise.all(
      MODES.map(async ({ id }) => {
        const able = (await MODES_BY_ID[id].capability?.(backends)) ?? answers;
        const reason = able.ok ? plans.refusalOfMode(found?.user ?? null, id) : null;
        return [id, reason === null ? able : { ok: false, reason }] as const;
      }),
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
