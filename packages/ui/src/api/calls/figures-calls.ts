import { fit, type FiguresResponse, type ShapeOf } from '@parley/core';
import type { Call } from '../create-transport.ts';
import { IncompatibleError } from '../incompatible-error.ts';
import type { Responses } from '../read-response.ts';

type Read = (name: 'success', path: string, call?: Call) => Promise<Responses['success']>;

const FIGURES: ShapeOf<FiguresResponse> = {
  subscriptions: [{ status: '', count: 0 }],
  monthlyRevenue: [{ currency: '', amount: 0 }],
  days: [{ date: '', newUsers: 0, messages: 0, replies: 0, failures: 0 }],
  failures: [{ code: '', count: 0 }],
};

/** The call about operating figures, for admins. It rejects as the API client does. */
export function createFiguresCalls(read: Read) {
  return {
    /** Operating figures of the last `days` days; rejects with `forbidden` for anyone but admins. */
    async figures(days: number): Promise<FiguresResponse> {
      const answer = await read('success', `/api/admin/figures?days=${days}`);
      try {
        for (const field of Object.keys(FIGURES)) if (!(field in answer)) throw new TypeError(`There is no ${field}.`);
        return fit<FiguresResponse>(answer, FIGURES);
      } catch (error) {
        throw new IncompatibleError(error);
      }
    },
  };
}
