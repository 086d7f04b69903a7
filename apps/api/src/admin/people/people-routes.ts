import express, { Router } from 'express';
import { AppError, normalizeEmail, t, type PersonResponse } from '@parley/core';
import { AuditQuery, FindPersonRequest, PersonActRequest } from '@parley/core/api';
import { findByAddress } from '../../auth/find-by-address.ts';
import { signedIn } from '../../auth/authenticate.ts';
import { parseBody } from '../../http/requests/parse-body.ts';
import type { UserStore } from '../../storage/storage.ts';
import { staffRole } from '../staff.ts';
import type { Audit } from './audit.ts';
import type { PersonActs } from './person-acts.ts';
import type { PersonView } from './person-view.ts';

export interface PeopleDependencies {
  users: Pick<UserStore, 'findById' | 'findByEmail'>;
  view: PersonView;
  act: PersonActs;
  audit: Pick<Audit, 'page'>;
}

/** The accounts and the audit list, for all staff. The addresses of people are in no URL, because URLs are logged. */
export function peopleRoutes({ users, view, act, audit }: PeopleDependencies): Router {
  const router = Router();
  const json = express.json({ limit: '4kb' });

  router.post('/people/find', json, async (req, res) => {
    const { email } = parseBody(FindPersonRequest, req.body);
    const user = await findByAddress(users, normalizeEmail(email));
    if (!user) throw new AppError('not-found', { message: t`No account has this address.` });
    res.json({ success: true, person: await view(user, staffRole(res)) } satisfies PersonResponse);
  });

  router.post('/people/:userId/acts', json, async (req, res) => {
    const request = parseBody(PersonActRequest, req.body);
    const { userId } = req.params;
    await act(signedIn(res).user, staffRole(res), userId, request);
    const user = await users.findById(userId);
    res.json({ success: true, person: user && (await view(user, staffRole(res))) } satisfies PersonResponse);
  });

  router.get('/audit', async (req, res) => {
    res.json(await audit.page(parseBody(AuditQuery, req.query).before));
  });
  return router;
}
