import type { FiguresResponse, ShapeOf } from '@parley/core';
import type { Read } from '../create-transport.ts';

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
    figures: (days: number): Promise<FiguresResponse> => read(FIGURES, `/api/admin/figures?days=${days}`),
  };
}
