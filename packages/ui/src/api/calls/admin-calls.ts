import { textOrNull, type DoctorFinding, type DoctorResponse, type ShapeOf } from '@parley/core';
import type { Read } from '../create-transport.ts';
import { IncompatibleError } from '../incompatible-error.ts';
import { createPeopleCalls } from './people-calls.ts';

const LEVELS: readonly DoctorFinding['level'][] = ['ok', 'warning', 'error'];
/** Shows an unknown level of a later version as a warning. */
const level = (value: unknown): DoctorFinding['level'] => LEVELS.find((name) => name === value) ?? 'warning';
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
      const { findings } = await read(FINDINGS, '/api/admin/doctor', { method: 'POST' });
      if (findings.length === 0) throw new IncompatibleError(new TypeError('There are no findings.'));
      return findings;
    },
  };
}
