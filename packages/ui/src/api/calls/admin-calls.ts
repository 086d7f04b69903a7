import { fit, type DoctorFinding, type DoctorResponse, type ShapeOf } from '@parley/core';
import type { Call } from '../create-transport.ts';
import { createPeopleCalls } from './people-calls.ts';
import { IncompatibleError } from '../incompatible-error.ts';
import type { Responses } from '../read-response.ts';

type Read = (name: 'success', path: string, call?: Call) => Promise<Responses['success']>;

const LEVELS: readonly DoctorFinding['level'][] = ['ok', 'warning', 'error'];
/** Shows an unknown level of a later version as a warning. */
const level = (value: unknown): DoctorFinding['level'] => LEVELS.find((name) => name === value) ?? 'warning';
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const FINDINGS: ShapeOf<DoctorResponse> = { findings: [{ part: '', level, message: '', fix: textOrNull }] };

/**
 * The calls at /admin about the server's setup and about people, loaded with the first of them. They reject as the API
 * client does.
 */
export function createAdminCalls(read: Read) {
  return {
    ...createPeopleCalls(read),
    /** Checks the settings and tries every service, which takes up to five seconds. */
    async examine(): Promise<DoctorFinding[]> {
      const answer = await read('success', '/api/admin/doctor', { method: 'POST' });
      try {
        const { findings } = fit<DoctorResponse>(answer, FINDINGS);
        if (findings.length === 0) throw new TypeError('There are no findings.');
        return findings;
      } catch (error) {
        throw new IncompatibleError(error);
      }
    },
  };
}
