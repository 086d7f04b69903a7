import { z } from 'zod';
import { Success } from '../response.ts';

/** One line of what `parley doctor` found. */
export const DoctorFinding = z.object({
  part: z.string().describe('The part of the product, such as Model or Mail.'),
  level: z.enum(['ok', 'warning', 'error']),
  message: z.string().describe('What works, or what is wrong. Never contains a secret.'),
  fix: z.string().nullable().describe('How to mend it; null if nothing is wrong.'),
});
export type DoctorFinding = z.infer<typeof DoctorFinding>;

/** POST /api/admin/doctor, for admins only. */
export const DoctorResponse = Success.extend({ findings: z.array(DoctorFinding) });
export type DoctorResponse = z.infer<typeof DoctorResponse>;

/** The first event of GET /api/events/check; the second one is empty. */
export const DoctorEvent = z.object({
  proxies: z.number().describe('Proxies that the request came through, as far as `X-Forwarded-For` says.').optional(),
  trusted: z.number().describe('The setting TRUST_PROXY.').optional(),
});
export type DoctorEvent = z.infer<typeof DoctorEvent>;
