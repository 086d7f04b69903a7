import express, { Router } from 'express';
import type { DoctorFinding, DoctorResponse, ReportsResponse, RoleResponse } from '@parley/core';
import { FiguresQuery, TakeDownRequest } from '@parley/core/api';
import type { Accounts } from '../auth/accounts.ts';
import { requireUser, signedIn } from '../auth/authenticate.ts';
import type { Brand } from '../brand/brand.ts';
import { adminBrandRoutes } from '../brand/routes.ts';
import { readFeedback } from '../feedback/feedback-report.ts';
import { replyReportRoutes } from '../feedback/reply-reports.ts';
import { parseBody } from '../http/requests/parse-body.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { Shares } from '../shares/shares.ts';
import type { FeedbackStore, UserRecord } from '../storage/storage.ts';
import { readFigures, type FiguresDependencies } from './figures.ts';
import type { Audit } from './people/audit.ts';
import { peopleRoutes, type PeopleDependencies } from './people/people-routes.ts';
import { recordActs, requireOwner, requireStaff, staffRole } from './staff.ts';

interface Doctor {
  examine(): Promise<DoctorFinding[]>;
  /** Requests per admin. */
  limit: Pick<RateLimit, 'consume'>;
}

interface AdminRouteDependencies {
  accounts: Accounts;
  /** Whether this server lets the user act as an admin, by how they sign in. */
  isSafe: (user: UserRecord) => Promise<boolean>;
  people: PeopleDependencies & { audit: Audit; refusals: Pick<RateLimit, 'consume'> };
  figures: FiguresDependencies;
  feedback: FeedbackStore;
  shares: Pick<Shares, 'takeDown' | 'reports'>;
  brand: Pick<Brand, 'read' | 'change'>;
  doctor: Doctor;
}

/** /api/admin: staff helps people, and owners do everything. A new route is for owners unless it stands before them. */
export function adminRoutes(dependencies: AdminRouteDependencies): Router {
  const { accounts, isSafe, people, figures, feedback, shares, brand, doctor } = dependencies;
  const router = Router();
  router.use(requireUser(accounts));
  router.use(requireStaff(accounts, isSafe));
  router.get('/role', (_req, res) => {
    res.json({ success: true, role: staffRole(res) } satisfies RoleResponse);
  });
  router.use(peopleRoutes(people));
  router.use('/reply-reports', replyReportRoutes({ feedback, audit: people.audit, now: figures.now }));
  router.use(requireOwner(people.audit, people.refusals));
  router.use(recordActs(people.audit));
  router.use('/brand', adminBrandRoutes(brand));
  router.get('/figures', async (req, res) => {
    res.json(await readFigures(figures, parseBody(FiguresQuery, req.query).days));
  });
  router.get('/feedback', async (_req, res) => {
    res.json(await readFeedback(feedback, figures.now()));
  });
  router.post('/take-down', express.json({ limit: '4kb' }), async (req, res) => {
    await shares.takeDown(parseBody(TakeDownRequest, req.body).url);
    res.json({ success: true });
  });
  router.get('/reports', async (_req, res) => {
    res.json({ success: true, reports: await shares.reports.list() } satisfies ReportsResponse);
  });
  router.delete('/reports/:reportId', async (req, res) => {
    await shares.reports.dismiss(req.params.reportId);
    res.json({ success: true });
  });
  router.post('/reports/:reportId/take-down', async (req, res) => {
    await shares.reports.takeDown(req.params.reportId);
    res.json({ success: true });
  });
  router.post('/doctor', async (_req, res) => {
    await doctor.limit.consume(signedIn(res).user.id);
    res.json({ success: true, findings: await doctor.examine() } satisfies DoctorResponse);
  });
  return router;
}
